// Accessibility of what is on the page at the moment, as axe sees it.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type Axe from 'axe-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Fails with the rule and the place of each violation of WCAG 2.2 AA and of axe's best practices. The app has no frames, so
 * there is only the page itself to look at.
 */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  // What is still fading in has, for a moment, no contrast.
  await page.waitForFunction(() => document.getAnimations().every((animation) => animation.playState !== 'running'));
  // Once for each document: reading its source takes as long as a look at a screen.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const found = await page.evaluate(async (tags) => {
    const { axe } = window as unknown as { axe: typeof Axe };
    const { violations } = await axe.run({ runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] });
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map((node) => `${id}: ${help} at ${node.target.join(' ')} (${node.failureSummary ?? ''})`),
    );
  }, TAGS);
  expect(found).toEqual([]);
}

/** Fails when one of these, at least one of which must be in sight, is too small for a thumb: 44 by 44 pixels. */
export async function expectTargetsForAThumb(targets: Locator): Promise<void> {
  await expect(targets.filter({ visible: true }).first()).toBeVisible();
  for (const target of await targets.filter({ visible: true }).all()) {
    const box = await target.boundingBox();
    const name = (await target.getAttribute('aria-label')) ?? (await target.textContent()) ?? '';
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), name).toBeGreaterThanOrEqual(44);
  }
}

/** Fails when the page can be scrolled sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = () =>
    page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth));
  await expect.poll(overflow, 'pixels beside the page').toBe(0);
}

/** Fails when a button in sight has no room for its label. */
async function expectWholeLabels(page: Page): Promise<void> {
  const cut = () =>
    page
      .locator('[class*="Button-label"]')
      .evaluateAll((labels) =>
        labels.flatMap((label) => (label.scrollWidth > label.clientWidth ? label.textContent : [])),
      );
  await expect.poll(cut, 'labels that are cut').toEqual([]);
}

/** The narrowest phone, and the narrowest of all others. */
const [NARROWEST, TABLET] = [320, 768];

async function expectToFit(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page);
  await expectWholeLabels(page);
}

/**
 * What is on the page fits its width, and on phones the narrowest as well; and it pleases axe, which is asked for phones and
 * for wide screens: what stands between is made of parts of both.
 */
export async function expectGoodLook(page: Page): Promise<void> {
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  if (size.width !== TABLET) await expectNoAxeViolations(page);
  await expectToFit(page);
  if (size.width >= TABLET) return;
  await page.setViewportSize({ ...size, width: NARROWEST });
  await expectToFit(page);
  await page.setViewportSize(size);
}
