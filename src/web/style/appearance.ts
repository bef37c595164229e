// The appearance after the first paint (before it: before-paint.js): where the choice is stored, and the colour of the
// browser's own bars.
import { localStorageColorSchemeManager } from '@mantine/core';

/** 'light', 'dark' or 'auto'; other tabs follow. before-paint.js reads the same key. */
export const appearanceManager = localStorageColorSchemeManager({ key: 'appearance' });

/** Phones paint the bars above and below the page in this colour, which depends on the appearance. */
export function syncThemeColor(): void {
  const root = document.documentElement;
  let painted: string | undefined;
  const paint = (): void => {
    // Mantine also writes what the attribute says already, and reading a colour means laying out the whole page.
    const { mantineColorScheme } = root.dataset;
    if (mantineColorScheme === painted) return;
    painted = mantineColorScheme;
    const color = getComputedStyle(root).getPropertyValue('--app-page').trim();
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.setAttribute('content', color);
  };
  new MutationObserver(paint).observe(root, { attributeFilter: ['data-mantine-color-scheme'] });
  paint();
}
