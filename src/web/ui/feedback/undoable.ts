// What Ctrl+Z takes back: the last thing this page did, then the one before. It goes no further than something that
// cannot be taken back, because the key would then take back something other than what the person has just done.
import { useEffect, useEffectEvent } from 'react';
import { undo } from '../../../contract/money/undo.ts';
import { onWrite } from '../../api/hooks.ts';
import { createStore, useStore } from '../../store.ts';

/** Stands for something that can be taken back: an object of its own, or the number of the batch. */
type Undoable = object | number;

/** Stands for a write that this page has begun. If it can be taken back, its undo takes this place. */
const A_WRITE = {};
/** The newest last. */
const stack = createStore<readonly Undoable[]>([]);
const isLatest = (one: Undoable): boolean => stack.get().at(-1) === one;

/** Something has just been done that can be taken back. */
export const offerUndo = (one: Undoable): void =>
  stack.set([...(isLatest(A_WRITE) ? stack.get().slice(0, -1) : stack.get()), one]);
/** It is being taken back, so what was done before it is now the latest. */
const takeUndo = (one: Undoable): void => stack.set(stack.get().filter((other) => other !== one));
/** It can no longer be taken back, nor can anything done before it. */
export function endUndo(one: Undoable): void {
  const all = stack.get();
  if (all.includes(one)) stack.set(all.slice(all.indexOf(one) + 1));
}

onWrite(({ id }) => {
  if (id !== undo.id && stack.get().length > 0 && !isLatest(A_WRITE)) stack.set([...stack.get(), A_WRITE]);
});

/** Where Ctrl+Z takes back typing, or a dialog keeps what is behind it out of reach. */
const ELSEWHERE = 'input, textarea, [contenteditable], [role="dialog"]';

/** As people read a key, and as screen readers expect it. */
export interface KeyOfButton {
  title?: string;
  'aria-keyshortcuts'?: string;
}

const CTRL_Z: KeyOfButton = { title: 'Ctrl+Z', 'aria-keyshortcuts': 'Control+Z Meta+Z' };

/** For the button that takes this back; while it is next, Ctrl+Z presses it. */
export function useUndoKey(one: Undoable, undoIt: () => void): { key: KeyOfButton; run: () => void } {
  const isNext = useStore(stack, (all) => all.at(-1) === one);
  const run = (): void => {
    takeUndo(one);
    undoIt();
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // By the key's position, because on an Urdu layout it types another letter.
    if (event.code !== 'KeyZ' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    if (!isLatest(one)) return;
    if (event.defaultPrevented || (event.target instanceof Element && event.target.closest(ELSEWHERE) !== null)) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  return { key: isNext ? CTRL_Z : {}, run };
}
