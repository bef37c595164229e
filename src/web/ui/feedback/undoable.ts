// What Ctrl+Z takes back: the last thing this page did, then the one before. It goes no further than something that
// cannot be taken back, because the key would then take back something other than what the person has just done.
import { undo } from '../../../contract/money/undo.ts';
import { onWrite } from '../../api/hooks.ts';

/** Stands for a write that this page has begun. If it can be taken back, its undo takes this place. */
const A_WRITE = {};
/** The newest last. */
let stack: readonly object[] = [];
const listeners = new Set<() => void>();

function replaceStack(next: readonly object[]): void {
  stack = next;
  for (const listener of listeners) listener();
}

/** Something has just been done that can be taken back. */
export const offerUndo = (one: object): void =>
  replaceStack([...(stack.at(-1) === A_WRITE ? stack.slice(0, -1) : stack), one]);
/** It is being taken back, so what was done before it is now the latest. */
export const takeUndo = (one: object): void => replaceStack(stack.filter((other) => other !== one));
/** It can no longer be taken back, nor can anything done before it. */
export function endUndo(one: object): void {
  if (stack.includes(one)) replaceStack(stack.slice(stack.indexOf(one) + 1));
}
export const isNextUndo = (one: object): boolean => stack.at(-1) === one;

export function followUndo(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

onWrite(({ id }) => {
  if (id !== undo.id && stack.length > 0 && stack.at(-1) !== A_WRITE) replaceStack([...stack, A_WRITE]);
});
