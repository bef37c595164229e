// Where the app is: the address behind the "#", and how deep in its dialogs. Screens read it, and navigate with the
// functions here or with a plain link.
//
// An open dialog has a history entry above that of its page, so that Back leads to the page without it. A dialog closed
// by its own buttons leaves its entry in place, because going back takes a moment in which a link may be followed: the
// next dialog uses that entry, and Back skips it.
import { useMemo } from 'react';
import { createStore, useStore } from '../store.ts';
import { type Address, addressIn } from './address.ts';
import { linkIn } from './paths.ts';

/** The address that screens show. Not always the current one, because an entry that Back skips is never shown. */
const shown = createStore(window.location.hash);

const tell = (): void => shown.set(window.location.hash);

/** The state of our history entries; an entry that a link has just made has none. */
interface Entry {
  /** the same for a page and the dialogs over it */
  page: number;
  /** how many dialogs are open over the page */
  depth: number;
}

const newPage = (): Entry => ({ page: Math.random(), depth: 0 });

function entryOf(state: unknown): Entry | null {
  return typeof state === 'object' && state !== null && 'depth' in state ? (state as Entry) : null;
}

interface Dialogs {
  /** Closes those above a depth: `none` if none is open there, `busy` if one is saving something and stays. */
  closeAbove: (depth: number) => 'closed' | 'none' | 'busy';
  /** Closes those that are open now, except any that disappear with their screen within a moment. */
  closeLeft: () => void;
}
let dialogs: Dialogs = { closeAbove: () => 'none', closeLeft: () => undefined };
export const setDialogs = (own: Dialogs): void => void (dialogs = own);

let here = entryOf(history.state) ?? newPage();
let hashHere = window.location.hash;
history.replaceState(here, '');

let returned = false;
/** Whether Back or Forward led here: the browser then restores the scroll position, if the screen is long enough. */
export const isReturn = (): boolean => returned;

/** How many dialogs the entry is for; some of them may be closed. */
export const depthHere = (): number => here.depth;

function put(entry: Entry, path?: string): void {
  here = entry;
  history.replaceState(entry, '', path === undefined ? undefined : `#${path}`);
  hashHere = window.location.hash;
}

function push(entry: Entry, path?: string): void {
  here = entry;
  returned = false;
  history.pushState(entry, '', path === undefined ? undefined : `#${path}`);
  hashHere = window.location.hash;
}

/** A link leads to the top of another screen. After Back or Forward the browser restores the scroll position. */
function onMove(): void {
  const before = { ...here, hash: hashHere };
  const entry = entryOf(history.state);
  here = entry ?? newPage();
  returned = entry !== null;
  hashHere = window.location.hash;
  if (entry === null) put(here);
  if (here.page === before.page && here.depth < before.depth) {
    comeDown(before);
    return;
  }
  if (here.page !== before.page) dialogs.closeLeft();
  tell();
  if (entry === null) scrollTo(0, 0);
}

/** Back has led to the page, or dialog, below this one. */
function comeDown(from: Entry & { hash: string }): void {
  const found = dialogs.closeAbove(here.depth);
  if (found === 'busy') {
    enterDepth(from.depth, from.hash.slice(1));
    return;
  }
  // The address of a skipped entry is ignored, because it may be that of a closed dialog.
  if (found === 'closed' || here.depth === 0) tell();
  setTimeout(() => {
    history.scrollRestoration = 'auto';
    if (found === 'none') history.back();
  });
}

window.addEventListener('popstate', onMove);
window.addEventListener('hashchange', () => {
  // A link: browsers differ in whether it is a popstate too.
  if (entryOf(history.state) === null) onMove();
});

/** The part from the "#" on; for addressIn. */
export const currentHash = shown.get;

export const useHash = (): string => useStore(shown);

const currentPath = (): string => addressIn(currentHash()).path;

/** For code that does not use the query, which changes with every key of a search. */
export const usePath = (): string => useStore(shown, currentPath);

const currentLink = (): string => linkIn(addressIn(currentHash()));

/** The sign-in link that is open; '' if none. */
export const useLink = (): string => useStore(shown, currentLink);

export function useAddress(): Address {
  const hash = useHash();
  return useMemo(() => addressIn(hash), [hash]);
}

/** As a link does. */
export function goTo(path: string): void {
  window.location.hash = path;
}

/** Adds a history entry; the page keeps its scroll position. */
export function pushAddress(path: string): void {
  push(newPage(), path);
  tell();
}

/** Replaces the current entry of the history. */
export function replaceAddress(path: string): void {
  put(addressIn(path).path === currentPath() ? here : newPage(), path);
  tell();
}

/** Makes the entry of the `depth`th dialog over its page, unless a closed dialog has left one. */
export function enterDepth(depth: number, path?: string): void {
  if (here.depth < depth) {
    // So that Back leaves the scroll position of the page below as it then is.
    history.scrollRestoration = 'manual';
    push({ page: here.page, depth }, path);
    history.scrollRestoration = 'auto';
  } else if (path !== undefined) put(here, path);
  if (path !== undefined) tell();
}

/** For a link that leads to a dialog over a page: gives the page an entry below, with this address. */
export function putPageBelow(path: string): void {
  if (here.depth > 0) return;
  const { hash } = window.location;
  put(here, path);
  enterDepth(1, hash.slice(1));
}
