// Which toast gives way to a new one. Without it the new one would wait until another is gone: whoever does much in a short time
// would not see what became of the last thing they did, nor could they undo it.

/** Toasts on screen at once. */
export const MOST_SHOWN = 4;

interface Shown {
  /** false: goes only by hand */
  autoClose?: boolean | number | undefined;
  role?: string | undefined;
}

/** The one that goes; undefined where there is room, or where each waits for a hand. Errors, which must be read, go last. */
export function inTheWay<T extends Shown>(shown: readonly T[]): T | undefined {
  if (shown.length < MOST_SHOWN) return undefined;
  const passing = shown.filter(({ autoClose }) => autoClose !== false);
  return passing.find(({ role }) => role !== 'alert') ?? passing[0];
}
