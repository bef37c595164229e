// The axe check finds violations, even when repeated in the same document.
import { expectNoAxeViolations } from './support/axe.ts';
import { expect, test } from './support/test.ts';

const page = (main: string): string =>
  `<!doctype html><html lang="en"><title>A page</title><main><h1>A page</h1>${main}</main></html>`;

test('axe finds text that is too pale, and a button without a name [LOOK-1]', async ({ page: tab }) => {
  await tab.setContent(page('<p>Well said</p>'));
  await expectNoAxeViolations(tab);
  await tab.evaluate(() => document.querySelector('p')?.setAttribute('style', 'color: #ccc'));
  await expect(expectNoAxeViolations(tab)).rejects.toThrow('color-contrast');
  await tab.setContent(page('<button></button>'));
  await expect(expectNoAxeViolations(tab)).rejects.toThrow('button-name');
  await expect(expectNoAxeViolations(tab, { within: 'main' })).rejects.toThrow('button-name');
  await expectNoAxeViolations(tab, { within: 'h1' });
  await expectNoAxeViolations(tab, { rules: ['color-contrast'] });
});
