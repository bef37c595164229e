// Which toast makes room for a new one. Otherwise the new one would wait until another is gone, and somebody who does
// much in a short time would not see the result of the last action, nor could they undo it.

/** Toasts on screen at once. */
export const MOST_SHOWN = 4;

interface Shown {
  /** false: it stays until it is closed by hand */
  autoClose?: boolean | number | undefined;
  role?: string | undefined;
}

/**
 * The toast to remove; undefined if there is room, or if each stays until it is closed by hand. Errors go last, because
 * they must be read.
 */
export function inTheWay<T extends Shown>(shown: readonly T[]): T | undefined {
  if (shown.length < MOST_SHOWN) return undefined;
  const passing = shown.filter(({ autoClose }) => autoClose !== false);
  return passing.find(({ role }) => role !== 'alert') ?? passing[0];
}
