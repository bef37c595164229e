// Records links that a page opens by itself, such as WhatsApp's, instead of following them.
import type { Page } from '@playwright/test';

/** Returns a function that returns the last address; '' before the first. */
export async function recordFollowed(page: Page): Promise<() => Promise<string>> {
  await page.addInitScript(() => {
    const { click } = HTMLAnchorElement.prototype;
    HTMLAnchorElement.prototype.click = function followed(this: HTMLAnchorElement) {
      if (/^(https:\/\/wa\.me|sms:|mailto:)/.test(this.href)) sessionStorage.setItem('followed', this.href);
      else click.call(this);
    };
  });
  return () => page.evaluate(() => sessionStorage.getItem('followed') ?? '');
}
