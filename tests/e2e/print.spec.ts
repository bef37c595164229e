// Lists in print (LOOK-11): the whole page of the list, as wide as the paper, without controls, with room for what a
// browser adds at the head and the foot of a page.
import type { Page } from '@playwright/test';
import { addEvent } from '../../src/contract/events.ts';
import { updateOrganisation } from '../../src/contract/settings/organisation.ts';
import { SCREENS } from './support/app.ts';
import { expect, test, today } from './support/fines.ts';

/** A4 without margins, in pixels. */
const PAPER = { width: 700, height: 1000 };
/** The height in millimetres that Firefox needs for its own head or foot. */
const HEAD = 14;

/** Controls, clipped content, and a page that is too wide. */
function poorParts(page: Page): Promise<string[]> {
  return page.evaluate((head) => {
    const { clientWidth, scrollWidth } = document.body;
    const found = scrollWidth > clientWidth ? [`the page is ${scrollWidth - clientWidth}px too wide`] : [];
    const main = document.querySelector('main') ?? document.body;
    for (const control of document.querySelectorAll('button, input, select, textarea, nav, a.mantine-Button-root'))
      if (control.checkVisibility() && control.closest('th') === null)
        found.push(`printed: ${control.tagName} "${control.textContent.slice(0, 40)}" ${control.className}`);
    for (const box of main.querySelectorAll('*')) {
      const { overflowX, overflowY, position } = getComputedStyle(box);
      const isCut = box.scrollHeight > box.clientHeight + 1 && /auto|scroll/.test(overflowX + overflowY);
      if (isCut && box.clientHeight > 0)
        found.push(`cut: ${box.tagName} "${box.textContent.slice(0, 40)}" ${box.className}`);
      if (box.matches('table, ul, ol') && box.parentElement !== null) {
        const beyond = box.getBoundingClientRect().bottom - box.parentElement.getBoundingClientRect().bottom;
        if (beyond > 1) found.push(`beyond its frame: ${box.tagName} "${box.textContent.slice(0, 40)}"`);
      }
      // Browsers do not keep a card of a grid on one page.
      const isCard = box.matches('li, [role=listitem]') && box.clientHeight > 150;
      if (isCard && getComputedStyle(box.parentElement ?? box).display !== 'block')
        found.push(`may be torn: ${box.tagName} "${box.textContent.slice(0, 40)}" ${box.className}`);
      if (position === 'sticky' && box.checkVisibility())
        found.push(`sticks: ${box.tagName} "${box.textContent.slice(0, 40)}" ${box.className}`);
    }
    for (const table of main.querySelectorAll('table > thead')) {
      const { display } = getComputedStyle(table);
      if (display !== 'table-header-group' && getComputedStyle(table.parentElement ?? table).display === 'table')
        found.push('a table whose head is on its first page only');
    }
    for (const sheet of document.styleSheets) {
      for (const rule of sheet.cssRules) {
        // A receipt must fit on one page.
        if (!(rule instanceof CSSPageRule) || rule.selectorText === 'receipt') continue;
        for (const side of ['margin-top', 'margin-bottom'])
          if (parseFloat(rule.style.getPropertyValue(side)) < head) found.push(`no room for heads: ${rule.cssText}`);
      }
    }
    return found;
  }, HEAD);
}

test('every list prints in full, without buttons, and leaves room for browsers’ page headers; it names its search and filters [LIST-46, LOOK-11]', async ({
  app,
  page,
  api,
}) => {
  await api.rule(false);
  await api.add('Muhammad Abdur-Rahman Siddiqui', 'Bilal Ahmed');
  for (let day = 0; day < 12; day += 1)
    await api.fine('Bilal Ahmed', 1500 + day, { fineType: 'Unannounced absence from a meeting', paid: day % 3 === 0 });
  const event = { title: 'Independence Day', description: 'All departments '.repeat(12).trim() };
  await api.must(addEvent, { body: { ...event, date: today(), amount: 999_999, location: 'Government Headquarters' } });
  await app.openDashboard();
  // The app follows a change of width, which printing does not cause.
  await page.setViewportSize({ width: 768, height: PAPER.height });
  await page.emulateMedia({ media: 'print' });
  for (const [path] of SCREENS) {
    await app.goTo(path);
    await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root')).toHaveCount(0);
    await page.evaluate((width) => void (document.body.style.inlineSize = `${width}px`), PAPER.width);
    await expect.poll(() => poorParts(page), path).toEqual([]);
    await page.evaluate(() => void (document.body.style.inlineSize = ''));
  }

  const printed = async (): Promise<string> => {
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    return page.getByRole('main').innerText();
  };
  await app.open('/fines?status=Pending&search=absence');
  const words = /Search fines by type, note, amount or day: \W?absence\W? · Status: \W?Pending/;
  await expect.poll(printed).toMatch(words);
  await app.open('/payments?search=bilal');
  // Whose list it is, and which one.
  await api.must(updateOrganisation, { body: { name: 'Baadban Club' } });
  await app.open('/payments/cash-up');
  await expect.poll(printed).toMatch(/^Baadban Club\s+Cash-up\s/);
  expect(await printed()).not.toContain('Payments');
  await app.open('/payments?search=bilal');
  await expect.poll(printed).toMatch(/^Search by member, receipt or reference: \W?bilal\W?$/m);
});
