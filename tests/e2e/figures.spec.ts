// Figures are on one line and inside their card on every screen, from the narrowest phone to the desktop.
import type { Page } from '@playwright/test';
import { addEvent } from '../../src/contract/events.ts';
import { addSessionCookies, SCREENS } from './support/app.ts';
import { expect, test, today } from './support/fines.ts';
import { addMember } from './support/member.ts';

const WIDTHS = [320, 360, 412, 560, 768, 1024, 1280];

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
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + figure.length);
        const box = range.getBoundingClientRect();
        // At the beginning of a line there is an additional empty rectangle at the end of the previous one.
        const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
        const lines = new Set(rects.map(({ top }) => Math.round(top)));
        // Plain numbers in fine types, and years, may wrap like words.
        if (!/[,.%]|Rs|PKR/.test(figure)) continue;
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

async function expectWholeFigures(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => brokenFigures(page), `${page.url()} at ${width}px`).toEqual([]);
  }
}

test('the largest figures are whole on every screen and at every width', async ({ app, page, api }) => {
  await api.rule(false);
  await api.add('Ayesha Khan', 'Bilal Ahmed');
  for (let number = 1; number <= 12; number += 1) {
    await api.fine('Ayesha Khan', 999_999_999.99, { fineType: `Pending ${number}` });
    await api.fine('Bilal Ahmed', 999_999_999.99, { fineType: `Paid ${number}`, paid: true });
  }
  const event = { title: 'Cricket', description: 'Bats', date: today(), location: 'Lahore', amount: 999_999_999.99 };
  await api.must(addEvent, { body: event });
  await app.openDashboard();
  for (const [path] of SCREENS) {
    await app.goTo(path);
    await expectWholeFigures(page);
  }
  await app.open(`/fines/${api.id('Ayesha Khan')}`);
  await expect(page.getByRole('region', { name: 'Fines of Ayesha Khan' })).toBeVisible();
  await expectWholeFigures(page);
});

test("a member's figures are whole at every width", async ({ app, page, api, server }) => {
  const member = await addMember(server, api);
  api.ids.set('Member', member.id);
  await api.fine('Member', 123_456);
  await addSessionCookies(page.context(), server, await server.enter(member.email));
  await app.open('/fineUserOverView');
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await expectWholeFigures(page);
});
