// The main landmark. Navigating to another screen moves the focus here.
import type { JSX, ReactNode } from 'react';
import { useLayoutEffect, useRef } from 'react';
import { useSession } from '../../api/session.ts';
import { usePath } from '../../routing/location.ts';
import { screenOf } from '../../routing/routing.ts';
import { useHasLetterhead } from '../../ui/layout/media.ts';
import classes from './shell.module.css';

export const MAIN_ID = 'main';

/** The previous screen, in whichever frame; null before the first one, when the browser places the focus. */
let shownBefore: string | null = null;

export function MainArea({ children }: { children: ReactNode }): JSX.Element {
  const screen = screenOf(usePath()) ?? null;
  const { organisation } = useSession();
  const hasLetterhead = useHasLetterhead();
  const main = useRef<HTMLElement>(null);
  // Runs before the effects of the screen, which may focus a part of it.
  useLayoutEffect(() => {
    if (shownBefore !== null && shownBefore !== screen) main.current?.focus({ preventScroll: true });
    shownBefore = screen;
  }, [screen]);
  return (
    <main ref={main} id={MAIN_ID} tabIndex={-1} className={classes['main']}>
      {organisation.name !== '' && !hasLetterhead && (
        <p className={classes['onPaper']} data-paper-only>
          <bdi>{organisation.name}</bdi>
        </p>
      )}
      {children}
    </main>
  );
}
