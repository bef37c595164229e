// Links that a page opens by itself, such as WhatsApp's: recorded in place of being followed.
import type { Page } from '@playwright/test';

/** Answers with the address that was followed last; empty before the first. */
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
