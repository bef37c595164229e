// Checks the current page: accessibility by axe, touch targets, and that everything fits.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Locator, type Page } from '@playwright/test';
import type Axe from 'axe-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Looked {
  /** selector of the parts of the page to look at; all of it unless given */
  within?: string;
  /** the rules to check; those of WCAG 2.2 AA and axe's best practices unless given */
  rules?: readonly string[];
}

/** Fails with the rule and the element of each violation. Checks only the main document: the app has no frames. */
export async function expectNoAxeViolations(page: Page, { within, rules }: Looked = {}): Promise<void> {
  // Elements lack contrast while they fade in.
  await page.waitForFunction(() => document.getAnimations().every((animation) => animation.playState !== 'running'));
  // Once per document: evaluating axe's source takes as long as a check.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const runOnly: Axe.RunOnly =
    rules === undefined ? { type: 'tag', values: TAGS } : { type: 'rule', values: [...rules] };
  const found = await page.evaluate(
    async (options) => {
      const { axe } = window as unknown as { axe: typeof Axe };
      // Axe considers targets under a bar or a toast too small, although they can be scrolled out from under it.
      const bars = [
        ...document.querySelectorAll<HTMLElement>('nav, section, [role=group], .mantine-Notifications-root'),
      ].filter((bar) => ['sticky', 'fixed'].includes(getComputedStyle(bar).position));
      for (const bar of bars) bar.style.position = 'static';
      const { violations } = await axe.run(options.within ?? document, {
        runOnly: options.runOnly,
        resultTypes: ['violations'],
        // Preloading style sheets and media takes a third of the time, and none of these rules needs them.
        preload: false,
      });
      for (const bar of bars) bar.style.removeProperty('position');
      const modal = [...document.querySelectorAll('[aria-modal=true]')].at(-1);
      // A target partly covered by a dialog cannot be pressed at all.
      const isBehind = (target: string): boolean => modal?.contains(document.querySelector(target)) === false;
      return violations.flatMap(({ id, help, nodes }) =>
        nodes
          .filter(({ target }) => id !== 'target-size' || !isBehind(String(target[0])))
          .map((node) => `${id}: ${help} at ${node.target.join(' ')} (${node.failureSummary ?? ''})`),
      );
    },
    { within, runOnly },
  );
  expect(found, page.url()).toEqual([]);
}

/** Fails if one of these elements is smaller than 44 by 44 pixels; at least one must be visible. */
export async function expectTouchTargets(targets: Locator): Promise<void> {
  const visible = targets.filter({ visible: true });
  await expect(visible.first()).toBeVisible();
  const small = () =>
    visible.evaluateAll((elements) =>
      elements.flatMap((element) => {
        const { width, height } = element.getBoundingClientRect();
        const name = element.getAttribute('aria-label') ?? element.textContent;
        return Math.min(width, height) < 44 ? [`${name}: ${width} by ${height}`] : [];
      }),
    );
  await expect.poll(small, 'targets that are too small').toEqual([]);
}

/** Fails if the page scrolls horizontally. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = () =>
    page.evaluate(async () => {
      // Two frames later, recent changes, such as of the window's size, are laid out.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth);
    });
  await expect.poll(overflow, 'pixels beside the page').toBe(0);
}

/** Fails if the label of a button is truncated. */
async function expectWholeLabels(page: Page): Promise<void> {
  const cut = () =>
    page
      .locator('[class*="Button-label"]')
      .evaluateAll((labels) =>
        labels.flatMap((label) => (label.scrollWidth > label.clientWidth ? label.textContent : [])),
      );
  await expect.poll(cut, 'labels that are cut').toEqual([]);
}

/** The narrowest phone, and the narrowest other device. */
const [NARROWEST, TABLET] = [320, 768];

async function expectToFit(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page);
  await expectWholeLabels(page);
}

/**
 * Fails if the page does not fit its width (for phones also the narrowest one), or has axe violations. Axe is skipped
 * for tablets, whose layout consists of parts of the others.
 */
export async function expectAccessibleLayout(page: Page): Promise<void> {
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  if (size.width !== TABLET) await expectNoAxeViolations(page);
  await expectToFit(page);
  if (size.width >= TABLET) return;
  await page.setViewportSize({ ...size, width: NARROWEST });
  await expectToFit(page);
  await page.setViewportSize(size);
}

/** Scrolls to the top first: to axe, targets partly covered by a sticky bar are too small. */
async function expectAccessibleLayoutAtTop(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessibleLayout(page);
}

/** The desktop comes last, because it stays for the next steps of the test. */
const DEVICES = [
  { width: 360, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
] as const;

/** Checks the current page, on a phone in the dark scheme and on a desktop in the light one. */
export async function expectAccessibleOnPhoneAndDesk(page: Page): Promise<void> {
  for (const { width, colorScheme } of DEVICES) {
    await page.setViewportSize({ width, height: 740 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Until the app has switched, text is as dark as its background.
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await expectAccessibleLayoutAtTop(page);
  }
}
