// Accessibility of what is on the page at the moment, as axe sees it.
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Fails with the rule and the place of each violation of WCAG 2.2 AA and of axe's best practices. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  // What is still fading in has, for a moment, no contrast.
  await page.waitForFunction(() => document.getAnimations().every((animation) => animation.playState !== 'running'));
  // The app has no frames, so there is nothing to put together from several of them, for which a second page would be opened.
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).setLegacyMode(true).analyze();
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help} at ${node.target.join(' ')} (${node.failureSummary ?? ''})`),
  );
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
  const { content, width } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    width: document.documentElement.clientWidth,
  }));
  expect(content, 'width of the content').toBeLessThanOrEqual(width);
}
