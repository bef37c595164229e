// State of a screen that is mirrored in its address, so that a reload, a link and the Back button lead to what was shown.
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Address } from '../address.ts';
import { addressIn } from '../address.ts';

/** How the state of one screen is read from an address and written to it. */
export interface AddressFormat<S> {
  /** Whether this path is the screen's own. */
  owns: (path: string) => boolean;
  /** Reads whatever somebody typed there. */
  read: (address: Address) => S;
  /** e.g. `/fines?page=2` */
  write: (state: S) => string;
}

/**
 * 'push': the Back button leads to the state before. 'replace', the default: it leads to the screen before. 'typing': the
 * same, for what changes with every key.
 */
export type ChangeState<S> = (update: (now: S) => S, how?: 'replace' | 'push' | 'typing') => void;

/** At least so long between two addresses of somebody typing: browsers limit how often it may change. */
const TYPING_INTERVAL_MS = 300;

/**
 * The state is the component's own and changes at once; the address follows, as it takes a moment and must not overwrite
 * what is typed meanwhile. Any other change of the address replaces the state. `format` must be a constant.
 */
export function useAddressState<S>(format: AddressFormat<S>): [S, ChangeState<S>] {
  const href = useLocation({ select: (location) => location.href });
  const navigate = useNavigate();
  const [state, setState] = useState(() => format.read(addressIn(href)));
  /** The state the next change starts from, which may come before the next render. */
  const latest = useRef(state);
  /** Addresses written that the router has not reached yet, and before them the one it is at. */
  const written = useRef([format.write(state)]);
  const writtenAt = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const mounted = useRef(true);

  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
      clearTimeout(timer.current);
    };
  }, []);

  useEffect(() => {
    const address = addressIn(href);
    // On the way to another screen.
    if (!format.owns(address.path)) return;
    const shown = format.read(address);
    const reached = written.current.indexOf(format.write(shown));
    if (reached >= 0) {
      written.current.splice(0, reached);
      return;
    }
    clearTimeout(timer.current);
    written.current = [format.write(shown)];
    latest.current = shown;
    setState(shown);
  }, [href, format]);

  const change = useCallback<ChangeState<S>>(
    (update, how = 'replace') => {
      // An answer may come after the person has left.
      if (!mounted.current) return;
      latest.current = update(latest.current);
      setState(latest.current);
      const go = (): void => {
        const next = format.write(latest.current);
        if (next === written.current.at(-1)) return;
        written.current.push(next);
        writtenAt.current = Date.now();
        void navigate({ href: next, replace: how !== 'push', resetScroll: false });
      };
      clearTimeout(timer.current);
      const wait = how === 'typing' ? writtenAt.current + TYPING_INTERVAL_MS - Date.now() : 0;
      if (wait > 0) timer.current = setTimeout(go, wait);
      else go();
    },
    [format, navigate],
  );
  return [state, change];
}
