// Selects the paper on which a screen is printed: a named page of its style sheet.
import { useLayoutEffect } from 'react';

export function usePaper(page: 'receipt' | 'statement' | 'report'): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset['paper'] = page;
    return () => {
      delete dataset['paper'];
    };
  }, [page]);
}
