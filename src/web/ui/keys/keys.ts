// The keys of the app: what each is called, what counts as a press, and whether single keys are on (FIND-1 to FIND-4).
import { type HotkeyItem, useLocalStorage } from '@mantine/hooks';
import type { Key } from './key.ts';

const ON_APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** As printed on a keyboard; several are pressed together. */
export const KEY_CAPS: Readonly<Record<Key, readonly string[]>> = {
  finder: [ON_APPLE ? '⌘' : 'Ctrl', 'K'],
  search: ['/'],
  addFine: ['N'],
  collect: ['C'],
  help: ['?'],
  print: [ON_APPLE ? '⌘' : 'Ctrl', 'P'],
};

/** For `aria-keyshortcuts`. */
export const ARIA_KEYS: Readonly<Record<Key, string>> = {
  finder: ON_APPLE ? 'Meta+K' : 'Control+K',
  search: '/',
  addFine: 'N',
  collect: 'C',
  help: '?',
  print: ON_APPLE ? 'Meta+P' : 'Control+P',
};

/** The last of each is its position on the keyboard, for layouts whose letters are not Latin. */
const PRESSES: Readonly<Record<Key, readonly string[]>> = {
  finder: ['mod+K', 'mod+K'],
  search: ['/', 'shift+/', '/'],
  addFine: ['N', 'N'],
  collect: ['C', 'C'],
  help: ['?', 'shift+?', '؟', 'shift+؟', 'shift+/'],
  print: ['mod+P', 'mod+P'],
};

const LATIN = /^[\u0020-\u024f]/u;

/** For `useHotkeys`: a Latin letter counts wherever its key is; on an Urdu layout the position of the key counts. */
export function hotkeysOf(key: Key, run: (event: KeyboardEvent) => void): HotkeyItem[] {
  const presses = PRESSES[key];
  const place = presses.at(-1) ?? '';
  const byPlace = (event: KeyboardEvent): void => {
    if (!LATIN.test(event.key) && !presses.slice(0, -1).includes(event.key)) run(event);
  };
  return [
    ...presses.slice(0, -1).map((press): HotkeyItem => [press, run, { preventDefault: false }]),
    [place, byPlace, { preventDefault: false, usePhysicalKeys: true }],
  ];
}

/** Whether somebody may be typing or choosing with this key; then it is left to them. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  if (target instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'button', 'submit', 'file'].includes(target.type);
  return target.closest('textarea, select, [role=listbox], [role=menu], [role=dialog]') !== null;
}

/** Stored in this browser. People who dictate, or hit keys by accident, need single keys off (WCAG 2.1.4). */
export function useSingleKeys(): [on: boolean, set: (on: boolean) => void] {
  const [on, set] = useLocalStorage({ key: 'keys.single', defaultValue: true, getInitialValueInEffect: false });
  return [on, set];
}
