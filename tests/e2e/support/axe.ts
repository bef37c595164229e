// Accessibility of what is on the page at the moment, as axe sees it.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
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

/** Fails when the page can be scrolled sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { content, width } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    width: document.documentElement.clientWidth,
  }));
  expect(content, 'width of the content').toBeLessThanOrEqual(width);
}
