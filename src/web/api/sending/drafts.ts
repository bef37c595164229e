// What a person has typed or sent but not saved yet, per browser tab: it survives an error, a reload, and a session
// that ran out. Every component that uses a draft sees the same one.
import { useCallback } from 'react';
import { fromJson, toJson } from '../wire.ts';
import { createStore, useStore } from '../../store.ts';

const PREFIX = 'draft.';
/** whose they are */
const OWNER = 'drafts.owner';

/** Parsed values by name. The only copy where storage is forbidden. */
const drafts = new Map<string, unknown>();
/** Tells of every change of them. */
const changes = createStore(drafts);

function read(name: string): unknown {
  if (drafts.has(name)) return drafts.get(name);
  try {
    const stored = sessionStorage.getItem(PREFIX + name);
    if (stored === null) return undefined;
    drafts.set(name, fromJson(stored));
  } catch {
    // Storage is forbidden, or holds something that is not JSON.
  }
  return drafts.get(name);
}

function write(name: string, value: unknown): void {
  if (value === undefined) drafts.delete(name);
  else drafts.set(name, value);
  try {
    if (value === undefined) sessionStorage.removeItem(PREFIX + name);
    else sessionStorage.setItem(PREFIX + name, toJson(value));
  } catch {
    // Storage is forbidden or full.
  }
  changes.set(drafts);
}

/** Whether there is a draft of this name, e.g. to open a form again after a new sign-in. */
export const hasDraft = (name: string): boolean => read(name) !== undefined;

/** Whether anything was typed, or sent without an answer. */
export function hasDrafts(): boolean {
  if (drafts.size > 0) return true;
  try {
    return Object.keys(sessionStorage).some((key) => key.startsWith(PREFIX));
  } catch {
    // Storage is forbidden.
    return false;
  }
}

let owner: string | null = null;

/**
 * Drafts outlive a session, but only for the person who had it: they are removed once somebody else signs in in this
 * tab.
 * @param person the id of their record, or the administrator's e-mail
 */
export function keepDraftsOf(person: string): void {
  try {
    owner = sessionStorage.getItem(OWNER) ?? owner;
  } catch {
    // Storage is forbidden.
  }
  if (owner !== null && owner !== person) forgetDrafts();
  owner = person;
  try {
    sessionStorage.setItem(OWNER, person);
  } catch {
    // Storage is forbidden.
  }
}

/** Removes all drafts: the next person at this screen must not find them. */
export function forgetDrafts(): void {
  drafts.clear();
  owner = null;
  try {
    sessionStorage.removeItem(OWNER);
    const keys = Array.from({ length: sessionStorage.length }, (_, index) => sessionStorage.key(index));
    for (const key of keys) if (key?.startsWith(PREFIX) === true) sessionStorage.removeItem(key);
  } catch {
    // Storage is forbidden.
  }
  changes.set(drafts);
}

/**
 * State like useState's, stored under a name. T is plain JSON, `initial` the same object on every render. The third
 * function removes the draft, which brings back `initial`, as does setting that. Both also work after the component is gone.
 */
export function useDraft<T>(name: string, initial: T): [T, (next: T | ((current: T) => T)) => void, () => void] {
  const value = useStore(changes, () => (read(name) as T | undefined) ?? initial);
  const set = useCallback(
    (next: T | ((current: T) => T)) => {
      const current = (read(name) as T | undefined) ?? initial;
      const changed = typeof next === 'function' ? (next as (current: T) => T)(current) : next;
      write(name, changed === initial ? undefined : changed);
    },
    [name, initial],
  );
  const remove = useCallback(() => write(name, undefined), [name]);
  return [value, set, remove];
}
