// What Ctrl+Z takes back: what this page did last, and then what it did before that. Nothing that lies before something that cannot
// be taken back: the key would take back something else than the person has just done.
import { undo } from '../../../contract/money/undo.ts';
import { onWrite } from '../../api/hooks.ts';

/** Something this page sets out to do. Where it can be taken back, that takes its place. */
const A_WRITE = {};
/** The newest last. */
let stack: readonly object[] = [];
const listeners = new Set<() => void>();

function replaceStack(next: readonly object[]): void {
  stack = next;
  for (const listener of listeners) listener();
}

/** It has just been done, and can be taken back. */
export const offerUndo = (one: object): void =>
  replaceStack([...(stack.at(-1) === A_WRITE ? stack.slice(0, -1) : stack), one]);
/** It is being taken back: what was done before it is the newest now. */
export const takeUndo = (one: object): void => replaceStack(stack.filter((other) => other !== one));
/** It cannot be taken back any more, nor what was done before it. */
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
