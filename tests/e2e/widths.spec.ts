// Between phone and desk (LOOK-8): with long names, on every screen, no word is broken in the middle and no action is
// outside its frame.
import type { Page } from '@playwright/test';
import { setLanguage } from '../../src/contract/account.ts';
import { addEvent } from '../../src/contract/events.ts';
import { addUser } from '../../src/contract/users.ts';
import { LANGUAGES } from '../../src/core/languages.ts';
import { userForm } from '../helpers/ledger.ts';
import { addSessionCookies, SCREENS } from './support/app.ts';
import { expectNoSidewaysScroll } from './support/axe.ts';
import { expect, test, today } from './support/fines.ts';

const WIDTHS = [600, 700, 768, 820, 900, 960, 1024];

/** Words on more than one line, and buttons and links cut off by a frame or by the window. */
function poorParts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const main = document.querySelector('main') ?? document.body;
    const found: string[] = [];
    const isOnlyReadOut = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).clipPath === 'inset(50%)' || isOnlyReadOut(element.parentElement));

    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    while (texts.nextNode() !== null) {
      const node = texts.currentNode;
      if (node.parentElement?.checkVisibility() !== true || isOnlyReadOut(node.parentElement)) continue;
      // After a hyphen a line may end. An e-mail is no word.
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[^\s\u2010-]+/g)) {
        if (word.includes('@')) continue;
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) found.push(`broken: ${word} in "${node.textContent ?? ''}"`);
      }
    }

    for (const action of main.querySelectorAll('a, button')) {
      if (!action.checkVisibility() || isOnlyReadOut(action)) continue;
      const { left, right } = action.getBoundingClientRect();
      let [from, to] = [0, document.documentElement.clientWidth];
      for (let frame = action.parentElement; frame !== null; frame = frame.parentElement) {
        if (getComputedStyle(frame).overflowX === 'visible') continue;
        const box = frame.getBoundingClientRect();
        [from, to] = [Math.max(from, box.left), Math.min(to, box.right)];
      }
      if (left < from - 1 || right > to + 1) {
        found.push(`outside: ${action.getAttribute('aria-label') ?? action.textContent}`);
      }
    }
    return found;
  });
}

for (const language of LANGUAGES) {
  test(`between phone and desk no word is broken and no action is outside its frame, in ${language}`, async ({
    app,
    page,
    api,
    server,
  }) => {
    await api.rule(false);
    const names = ['Muhammad Abdur-Rahman Siddiqui', 'Khadija-tul-Kubra Chaudhry', 'Bilal Ahmed'];
    for (const [index, userName] of names.entries()) {
      const body = userForm({
        userName,
        userEmail: `muhammad.abdurrahman.${index}@headquarters.example.pk`,
        userRole: 'Assistant Superintendent',
      });
      api.ids.set(userName, (await api.must(addUser, { body })).id);
      await api.fine(userName, 999_999_999.99, { fineType: 'Unannounced absence from a meeting' });
      await api.fine(userName, 125_000, { fineType: 'Disrespectful behaviour', paid: true });
    }
    const event = { title: 'Celebration of Independence', description: 'All departments '.repeat(12).trim() };
    await api.must(addEvent, {
      body: { ...event, date: today(), amount: 999_999, location: 'Government Headquarters' },
    });

    await api.must(setLanguage, { body: { language } });
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    await addSessionCookies(page.context(), server, await server.newSession());
    const poor: string[] = [];
    let before = '';
    for (const [path] of SCREENS) {
      await app.open(path);
      // Titles differ by language, and from screen to screen.
      const title = page.getByRole('heading', { level: 1 });
      await expect(title).toHaveText(/./);
      await expect(title).not.toHaveText(before);
      before = (await title.textContent()) ?? '';
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root')).toHaveCount(0);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        await expectNoSidewaysScroll(page);
        poor.push(...new Set((await poorParts(page)).map((part) => `${path} at ${width}: ${part}`)));
      }
    }
    expect(poor).toEqual([]);
  });
}
