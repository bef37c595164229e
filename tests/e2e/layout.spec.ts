// With long names and the largest figures, from the narrowest phone to the desktop: every screen fits its width and
// keeps figures on one line inside their card; above phone width it also breaks no word and cuts off no action (LOOK-6,
// LOOK-8). On a phone a row of money begins with the person and the amount (SCREEN-44), and the whole example of a field
// is in sight (LOOK-21); with letters twice as large no text overlaps another (LOOK-10). On a desktop axe finds nothing
// (LOOK-1).
import type { Locator, Page } from '@playwright/test';
import { setLanguage } from '../../src/contract/sign-in/account.ts';
import { addEvent } from '../../src/contract/events.ts';
import { updateOrganisation } from '../../src/contract/settings/organisation.ts';
import { addUser } from '../../src/contract/users.ts';
import { addDays, beginningOf } from '../../src/core/calendar.ts';
import { type Language, LANGUAGES } from '../../src/core/text/languages.ts';
import { waiveFine } from '../../src/contract/money/waivers.ts';
import { ADMINISTRATOR } from '../helpers/instance.ts';
import { finesOf, userForm } from '../helpers/ledger.ts';
import { addSessionCookies, SCREENS } from './support/app.ts';
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/axe.ts';
import { expect, test, today } from './support/fines.ts';
import { addMember } from './support/member.ts';

// Urdu has the same layouts, so for each only the narrowest width is tried.
const WIDTHS = { en: [320, 360, 480, 600, 700, 768, 1024, 1280], ur: [320, 600, 768, 1024] };
/** Below this width a long word may need more than a line, and scrolled tables hide some of their actions. */
const WIDER_THAN_A_PHONE = 600;

/**
 * What does not fit: the page in the window, and figures on one line inside their card; if `isWide` also words on one
 * line and actions inside their frame.
 */
function poorParts(page: Page, isWide: boolean): Promise<string[]> {
  return page.evaluate(async (wide) => {
    // The app reacts to a change of width one task after the event.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const { clientWidth, scrollWidth } = document.documentElement;
    const found: string[] = scrollWidth > clientWidth ? [`the page is ${scrollWidth - clientWidth}px too wide`] : [];
    const main = document.querySelector('main') ?? document.body;
    // Cached by element, because asking every ancestor of every text for its style takes most of the time.
    const readOut = new Map<Element, boolean>();
    const isOnlyReadOut = (element: Element | null): boolean => {
      if (element === null) return false;
      const known = readOut.get(element);
      if (known !== undefined) return known;
      const is = getComputedStyle(element).clipPath === 'inset(50%)' || isOnlyReadOut(element.parentElement);
      readOut.set(element, is);
      return is;
    };
    const isShown = (element: Element): boolean => element.checkVisibility() && !isOnlyReadOut(element);
    const scrolls = (box: Element): boolean =>
      box.scrollWidth > box.clientWidth && /auto|scroll/.test(getComputedStyle(box).overflowX);

    function rangeOf(node: Text, { 0: part, index }: RegExpExecArray): Range {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + part.length);
      return range;
    }
    const isBroken = (range: Range): boolean => {
      // At the start of a line there is an extra empty rectangle at the end of the previous one.
      const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
      return new Set(rects.map(({ top }) => Math.round(top))).size > 1;
    };
    /** How far it ends outside the nearest ancestor with a border, or otherwise the window. */
    function pixelsOutside(range: Range, node: Text): number {
      let frame = node.parentElement;
      while (frame !== null && parseFloat(getComputedStyle(frame).borderInlineEndWidth) === 0 && !scrolls(frame))
        frame = frame.parentElement;
      // It becomes visible by scrolling.
      if (frame !== null && scrolls(frame)) return 0;
      const { left, right } = range.getBoundingClientRect();
      const [from, to] = [
        frame?.getBoundingClientRect().left ?? 0,
        frame?.getBoundingClientRect().right ?? clientWidth,
      ];
      return Math.max(from - left, right - to);
    }
    function checkFigures(node: Text): void {
      // In a sentence, where a name may be a link, figures wrap like words.
      const isInSentence = (node.parentElement?.textContent ?? '').trim().split(/\s+/).length > 6;
      for (const match of node.data.matchAll(/-?(?:(?:Rs\.?|PKR)\s)?-?\d[\d,]*(?:\.\d+)?%?/g)) {
        // Plain numbers in fine types, and years, may wrap like words.
        if (!/[,.%]|Rs|PKR/.test(match[0])) continue;
        const range = rangeOf(node, match);
        if (!isInSentence && isBroken(range)) found.push(`broken: ${match[0]}`);
        const outside = pixelsOutside(range, node);
        if (outside > 0.5) found.push(`${Math.round(outside)}px outside: ${match[0]}`);
      }
    }
    function checkWords(node: Text, { textContent }: Element): void {
      // E-mails are not words; a line may end after a hyphen.
      if (textContent.includes('@')) return;
      // A text on one line has no broken words.
      const whole = document.createRange();
      whole.selectNodeContents(node);
      if (!isBroken(whole)) return;
      for (const match of node.data.matchAll(/[^\s\u2010-]+/g))
        if (isBroken(rangeOf(node, match))) found.push(`broken: ${match[0]} in "${node.data}"`);
    }
    function checkAction(action: Element): void {
      const { left, right } = action.getBoundingClientRect();
      let [from, to] = [0, clientWidth];
      for (let frame = action.parentElement; frame !== null; frame = frame.parentElement) {
        if (getComputedStyle(frame).overflowX === 'visible') continue;
        const box = frame.getBoundingClientRect();
        [from, to] = [Math.max(from, box.left), Math.min(to, box.right)];
      }
      if (left < from - 1 || right > to + 1)
        found.push(`outside: ${action.getAttribute('aria-label') ?? action.textContent}`);
    }

    for (const label of document.querySelectorAll('[class*="Button-label"]'))
      if (label.scrollWidth > label.clientWidth) found.push(`cut: ${label.textContent}`);

    const pen = document.createElement('canvas').getContext('2d');
    function checkPlaceholder(field: HTMLInputElement): void {
      if (pen === null) return;
      const { font, paddingLeft, paddingRight } = getComputedStyle(field);
      pen.font = font;
      const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
      const missing = pen.measureText(field.placeholder).width - room;
      if (missing > 1) found.push(`${Math.round(missing)}px cut off: ${field.placeholder}`);
    }
    if (clientWidth === 360)
      for (const field of main.querySelectorAll<HTMLInputElement>('input:placeholder-shown'))
        if (isShown(field)) checkPlaceholder(field);

    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    while (texts.nextNode() !== null) {
      const node = texts.currentNode as Text;
      const parent = node.parentElement;
      if (parent === null || node.data.trim() === '' || !isShown(parent)) continue;
      checkFigures(node);
      if (wide) checkWords(node, parent);
    }
    if (wide) for (const action of main.querySelectorAll('a, button')) if (isShown(action)) checkAction(action);
    return found;
  }, isWide);
}

/** Texts that overlap others, and by how much the page is too wide. */
function overlaps(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const { clientWidth, scrollWidth } = document.documentElement;
    const found = scrollWidth > clientWidth ? [`the page is ${scrollWidth - clientWidth}px too wide`] : [];
    // The nearest ancestor that satisfies `holds`, cached by element.
    const nearest = (holds: (style: CSSStyleDeclaration) => boolean): ((element: Element | null) => Element | null) => {
      const known = new Map<Element, Element | null>();
      const of = (element: Element | null): Element | null => {
        if (element === null) return null;
        const before = known.get(element);
        if (before !== undefined) return before;
        const is = holds(getComputedStyle(element)) ? element : of(element.parentElement);
        known.set(element, is);
        return is;
      };
      return of;
    };
    const onlyReadOut = nearest(
      ({ clipPath, clip }) => clipPath === 'inset(50%)' || clip === 'rect(0px, 0px, 0px, 0px)',
    );
    const layerOf = nearest(({ position }) => position === 'sticky' || position === 'fixed');
    const drawn: { text: Text; box: DOMRect; layer: Element | null }[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode() !== null) {
      const text = texts.currentNode as Text;
      const parent = text.parentElement;
      if (parent?.checkVisibility() !== true || text.data.trim() === '' || onlyReadOut(parent) !== null) continue;
      const layer = layerOf(parent);
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const box of range.getClientRects()) if (box.width > 2) drawn.push({ text, box, layer });
    }
    // Sorted from the top: a text that begins below another cannot overlap it.
    drawn.sort((one, other) => one.box.top - other.box.top);
    for (const [index, one] of drawn.entries()) {
      for (let next = index + 1; next < drawn.length; next += 1) {
        const other = drawn[next];
        if (other === undefined || other.box.top >= one.box.bottom) break;
        // Text may scroll beneath a bar.
        if (one.text === other.text || one.layer !== other.layer) continue;
        const [a, b] = [one.box, other.box];
        const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (width > 2 && height > Math.min(a.height, b.height) / 3)
          found.push(`"${one.text.data}" lies over "${other.text.data}"`);
      }
    }
    return found;
  });
}

/** On a phone a row of money begins with the person, or what it is for, and the amount. */
async function expectAmountInFirstLine(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  const apart = (): Promise<number[]> =>
    page.locator('main tbody').evaluateAll((rows) => {
      // The text alone: what can be pressed is higher than its text.
      const bottomOf = (cell: Element | null): number => {
        const texts = document.createTreeWalker(cell ?? document.createElement('th'), NodeFilter.SHOW_TEXT);
        const range = document.createRange();
        while (texts.nextNode() !== null) {
          range.selectNodeContents(texts.currentNode);
          const [first] = range.getClientRects();
          if (first !== undefined) return first.bottom;
        }
        return NaN;
      };
      const amount = '[data-align="end"]:not([data-screen-only])';
      return rows.map((row) => Math.abs(bottomOf(row.querySelector('th')) - bottomOf(row.querySelector(amount))));
    });
  await expect.poll(async () => Math.max(0, ...(await apart())), page.url()).toBeLessThan(6);
}

/** Waits until the screen has loaded. With letters twice the usual size. */
async function expectToFitWithLargeLetters(page: Page): Promise<void> {
  const setRoot = (size: string) =>
    page.evaluate((fontSize) => void (document.documentElement.style.fontSize = fontSize), size);
  await page.setViewportSize({ width: 390, height: 844 });
  await setRoot('32px');
  await expect.poll(() => overlaps(page), `${page.url()} with a root font of 32px`).toEqual([]);
  await setRoot('');
}

/** Waits until the screen has loaded. */
async function expectToFitEveryWidth(page: Page, language: Language): Promise<void> {
  await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root')).toHaveCount(0);
  for (const width of WIDTHS[language]) {
    await page.setViewportSize({ width, height: 900 });
    const found = () => poorParts(page, width >= WIDER_THAN_A_PHONE);
    await expect.poll(found, `${page.url()} at ${width}px`).toEqual([]);
  }
  // The last width is a desktop's. In Urdu, and in dark mode, urdu.spec.ts does this.
  if (language === 'en') await expectNoAxeViolations(page);
}

for (const language of LANGUAGES) {
  test(`on every screen figures and words are whole and no action is outside its frame, in ${language} [LOOK-1, LOOK-6, LOOK-8, LOOK-10, LOOK-21, SCREEN-44, LANG-3]`, async ({
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
      for (const fineType of ['Unannounced absence from a meeting', 'Disrespectful behaviour']) {
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
      // Titles differ by language and by screen.
      const title = page.getByRole('heading', { level: 1 });
      await expect(title).not.toHaveText(before);
      before = (await title.textContent()) ?? '';
      await expectToFitEveryWidth(page, language);
      if (['/fines', '/payments', '/reminders'].includes(path)) await expectAmountInFirstLine(page);
      await expectToFitWithLargeLetters(page);
    }

    await expect(page.locator('html')).toHaveAttribute('lang', language);

    const member = api.id('Bilal Ahmed');
    const unpaid = (await finesOf(api, member)).filter(({ outstanding }) => outstanding > 0);
    const waiver = { outstanding: 999_999_999.99, amount: 999_999_999.99, reason: 'In hospital' };
    await api.must(waiveFine, { params: { fineId: unpaid[0]?.id ?? '' }, body: waiver });
    const receipt = (number: number): string => `R-${today().slice(0, 4)}-00000${number}`;
    const further: [path: string, there: Locator][] = [
      [`/fines/${member}`, page.getByRole('region', { name: /Bilal Ahmed/ })],
      [`/user/${member}`, page.locator('main tbody')],
      [`/user/${member}?tab=payments`, page.locator('main tbody')],
      [`/user/${member}?tab=waived`, page.getByText(waiver.reason)],
      ['/payments/waived', page.getByText(waiver.reason)],
      ['/payments/cash-up', page.getByRole('region', { name: ADMINISTRATOR.email })],
      [`/receipts/${receipt(1)}`, page.locator('main tfoot')],
      [`/statements/${member}`, page.locator('main table').getByText(receipt(6))],
    ];
    for (const [path, there] of further) {
      await app.open(path);
      await expect(there.first()).toBeVisible();
      await expectToFitEveryWidth(page, language);
      await expectToFitWithLargeLetters(page);
    }

    // The member's screen.
    const { id, email } = await addMember(server, api);
    api.ids.set('Member', id);
    await api.fine('Member', 999_999_999.99);
    await page.context().clearCookies();
    await addSessionCookies(page.context(), server, await server.enter(email));
    // Leaves the page, so that it is loaded again.
    await page.goto(`${server.url}/healthz`);
    await app.open('/fineUserOverView');
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expectToFitEveryWidth(page, language);
  });
}

test('on the narrowest phone, with letters twice as large, no amount in a list is cut off [LOOK-10]', async ({
  app,
  page,
  api,
  process: server,
}) => {
  await api.rule(false);
  await api.must(updateOrganisation, { body: { dueDays: 1 } });
  await api.add('Ayesha Khan');
  await api.fine('Ayesha Khan', 123_456.78);
  await api.fine('Ayesha Khan', 123_456.78, { paid: true });
  await server.setClock(beginningOf(addDays(today(), 3), 'Asia/Karachi'));
  await page.setViewportSize({ width: 320, height: 800 });
  await app.openAsAdministrator('/reminders');
  const paths = ['/reminders', '/fines', '/payments', '/user', '/CollectedFinesPage', '/collect-from-many'] as const;
  for (const path of paths) {
    await app.open(path);
    await page.evaluate(() => void (document.documentElement.style.fontSize = '32px'));
    await expect(page.getByRole('main').getByText('Ayesha Khan').first()).toBeVisible();
    await expect.poll(() => poorParts(page, false), path).toEqual([]);
  }
});

test('a name without spaces stays in its column on a desktop [LOOK-17]', async ({ app, page, api }) => {
  const name = 'Abdurrahman'.repeat(8);
  await api.rule(false);
  await api.add(name);
  await api.fine(name, 500);
  await api.fine(name, 500, { paid: true });
  await page.setViewportSize({ width: 1280, height: 800 });
  await app.openAsAdministrator('/user');
  for (const path of ['/user', '/fines', '/reminders', '/payments', '/CollectedFinesPage']) {
    await app.open(path);
    const table = page.getByRole('main').locator('table', { hasText: name });
    await expect(table).toBeVisible();
    const beside = () => table.evaluate((t) => t.scrollWidth - (t.parentElement?.clientWidth ?? 0));
    await expect.poll(beside, path).toBe(0);
    await expectNoSidewaysScroll(page);
  }
});
