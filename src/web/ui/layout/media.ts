// The widths at which screens change their layout (SHELL-2, SHELL-3).
import { useLayoutEffect } from 'react';
import { createStore, useStore } from '../../store.ts';

/** Below this many pixels the sidebar is a drawer, tables are lists of cards and dialogs are sheets. */
const TABLET_WIDTH = 768;
/** Below this many the sidebar is collapsed at first, so that it does not take a third of the screen. */
const DESK_WIDTH = 1100;

const below = (width: number): string => `(max-width: ${width - 0.02}px)`;

export const BELOW_TABLET = below(TABLET_WIDTH);
export const BELOW_DESK = below(DESK_WIDTH);

// The paper of a screen with a letterhead of its own.

const paper = createStore<string | undefined>(undefined);

function setPaper(page: string | undefined): void {
  const { dataset } = document.documentElement;
  if (page === undefined) delete dataset['paper'];
  else dataset['paper'] = page;
  paper.set(page);
}

/** Selects the paper on which a screen is printed: a named page of its style sheet. */
export function usePaper(page: 'receipt' | 'statement' | 'report' | 'cards'): void {
  useLayoutEffect(() => {
    setPaper(page);
    return () => setPaper(undefined);
  }, [page]);
}

/** Whether the screen has a letterhead of its own, so that nobody else may name the organisation. */
export const useHasLetterhead = (): boolean => useStore(paper) !== undefined;
