// Describes in a few words what was on the screen when a test failed, because a wait that timed out does not say.
import type { Page } from '@playwright/test';

/** How long to wait for a page that does not respond, ms. */
const PATIENCE_MS = 5000;
/** Playwright prints no more characters of an attachment. */
const MOST = 300;

/** e.g. `#/fines: Fine Management; dialog: Add New Fine; toast: Failed to add fine: User not found; focus: Save` */
export async function whatIsOnScreen(page: Page): Promise<string> {
  if (page.isClosed()) return 'The page was closed.';
  const looked = page.evaluate(() => {
    const words = (element: Element | null): string =>
      (element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 80);
    const all = (name: string, selector: string): string[] =>
      [...document.querySelectorAll(selector)]
        .filter((element) => element.checkVisibility() && words(element) !== '')
        .map((element) => `${name}: ${words(element)}`);
    return [
      `${location.hash}: ${words(document.querySelector('h1'))}`,
      ...all('dialog', '[role$=dialog] h2'),
      ...all('toast', '[class*="Notification-root"]'),
      ...all('alert', 'main [role=alert]'),
      ...all('on its way', '[aria-busy=true], [role=status][aria-label^=Loading]').slice(0, 1),
      `focus: ${document.activeElement?.tagName} ${words(document.activeElement)}`,
    ].join('; ');
  });
  const silent = new Promise<string>((resolve) => setTimeout(resolve, PATIENCE_MS, 'The page does not answer.'));
  return (await Promise.race([looked.catch(String), silent])).slice(0, MOST);
}
