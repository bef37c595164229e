// With long names and the largest figures, from the narrowest phone to the desk: every screen fits its width and keeps
// figures on one line inside their card; wider than a phone it also breaks no word and cuts off no action (LOOK-6, LOOK-8).
import type { Page } from '@playwright/test';
import { setLanguage } from '../../src/contract/account.ts';
import { addEvent } from '../../src/contract/events.ts';
import { addUser } from '../../src/contract/users.ts';
import { LANGUAGES } from '../../src/core/languages.ts';
import { userForm } from '../helpers/ledger.ts';
import { addSessionCookies, SCREENS } from './support/app.ts';
import { expectNoSidewaysScroll } from './support/axe.ts';
import { expect, test, today } from './support/fines.ts';
import { addMember } from './support/member.ts';

const WIDTHS = [320, 360, 412, 560, 600, 700, 768, 820, 900, 960, 1024, 1280];
/** On a phone a long word may need the whole width. */
const WIDE_ENOUGH_FOR_WORDS = 600;

/** Figures that wrap, or overflow their card or cell. */
function brokenFigures(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const scrolls = (box: Element): boolean =>
      box.scrollWidth > box.clientWidth && /auto|scroll/.test(getComputedStyle(box).overflowX);
    const texts = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode as Text;
      for (const { 0: figure, index } of node.data.matchAll(/-?(?:(?:Rs\.?|PKR)\s)?-?\d[\d,]*(?:\.\d+)?%?/g)) {
        // Plain numbers in fine types, and years, may wrap like words.
        if (!/[,.%]|Rs|PKR/.test(figure)) continue;
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + figure.length);
        const box = range.getBoundingClientRect();
        // At the beginning of a line there is an additional empty rectangle at the end of the previous one.
        const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
        const lines = new Set(rects.map(({ top }) => Math.round(top)));
        // Within a sentence it wraps as words do.
        const isInSentence = node.data.trim().split(/\s+/).length > 6;
        if (lines.size > 1 && !isInSentence) found.push(`${figure} is broken`);
        // The nearest ancestor with a border, or else the viewport.
        let frame: Element | null = node.parentElement;
        while (frame !== null && parseFloat(getComputedStyle(frame).borderInlineEndWidth) === 0 && !scrolls(frame))
          frame = frame.parentElement;
        // Scrolled to, it is whole.
        if (frame !== null && scrolls(frame)) continue;
        const end = frame?.getBoundingClientRect().right ?? document.documentElement.clientWidth;
        if (box.right > end + 0.5) found.push(`${figure} ends ${Math.round(box.right - end)}px outside`);
      }
    }
    return found;
  });
}

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
      if (node.parentElement.textContent.includes('@')) continue;
      // After a hyphen a line may end.
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[^\s\u2010-]+/g)) {
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

/** Once what the screen shows has come. */
async function expectWholeAtEveryWidth(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root')).toHaveCount(0);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
    const found = async () => [
      ...(await brokenFigures(page)),
      ...(width < WIDE_ENOUGH_FOR_WORDS ? [] : await poorParts(page)),
    ];
    await expect.poll(found, `${page.url()} at ${width}px`).toEqual([]);
  }
}

for (const language of LANGUAGES) {
  test(`on every screen figures and words are whole and no action is outside its frame, in ${language}`, async ({
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
      for (const fineType of ['Unannounced absence from a meeting', 'Disrespectful behaviour', 'Late']) {
        await api.fine(userName, 999_999_999.99, { fineType });
        await api.fine(userName, 999_999_999.99, { fineType: `${fineType} again`, paid: true });
      }
    }
    const event = { title: 'Celebration of Independence', description: 'All departments '.repeat(12).trim() };
    await api.must(addEvent, {
      body: { ...event, date: today(), amount: 999_999_999.99, location: 'Government Headquarters' },
    });

    await api.must(setLanguage, { body: { language } });
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    await addSessionCookies(page.context(), server, await server.newSession());
    let before = '';
    for (const [path] of SCREENS) {
      await app.open(path);
      // Titles differ by language, and from screen to screen.
      const title = page.getByRole('heading', { level: 1 });
      await expect(title).toHaveText(/./);
      await expect(title).not.toHaveText(before);
      before = (await title.textContent()) ?? '';
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expectWholeAtEveryWidth(page);
    }
    await app.open(`/fines/${api.id('Bilal Ahmed')}`);
    await expect(page.getByRole('region', { name: /Bilal Ahmed/ })).toBeVisible();
    await expectWholeAtEveryWidth(page);
  });
}

test('on the screen of a member figures and words are whole and no action is outside its frame', async ({
  app,
  page,
  api,
  server,
}) => {
  const member = await addMember(server, api);
  api.ids.set('Member', member.id);
  await api.fine('Member', 123_456);
  await addSessionCookies(page.context(), server, await server.enter(member.email));
  await app.open('/fineUserOverView');
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await expectWholeAtEveryWidth(page);
});
