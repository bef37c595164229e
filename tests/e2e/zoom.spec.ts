// A desktop window at 200% zoom (WCAG 2.2, 1.4.4 and 2.4.11): no screen or dialog scrolls horizontally, and the focus
// is never outside the viewport or covered.
import type { Page } from '@playwright/test';
import { addEvent } from '../../src/contract/events.ts';
import type { ScreenPath } from './support/app.ts';
import { expectNoSidewaysScroll } from './support/axe.ts';
import { expect, test, today } from './support/fines.ts';

/** Tab presses per screen. */
const STEPS = 25;

/** The focused element, and whether part of it is visible; null if nothing has the focus, or it had it before. */
function focused(page: Page): Promise<{ what: string; seen: boolean } | null> {
  return page.evaluate(() => {
    const element = document.activeElement;
    const { passed } = window as unknown as { passed: Set<Element> };
    if (element === null || element === document.body || passed.has(element)) return null;
    passed.add(element);
    // The visible part of a switch or a radio button is its label.
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
    const shapes = [element, ...labels];
    const seen = shapes.some((shape) => {
      const { left, right, top, bottom } = shape.getBoundingClientRect();
      const points = [0.1, 0.5, 0.9].flatMap((part) =>
        [0.2, 0.5, 0.8].map((other) => [left + part * (right - left), top + other * (bottom - top)] as const),
      );
      return points.some(([x, y]) => {
        const hit = document.elementFromPoint(x, y);
        return hit !== null && shapes.some((one) => one.contains(hit) || hit.contains(one));
      });
    });
    const what = element.getAttribute('aria-label') ?? [element, ...labels].map((one) => one.textContent).join('');
    return { what: what.slice(0, 60), seen };
  });
}

/** Tabs through the screen or the open dialog. */
async function expectFocusInSight(page: Page, where: string): Promise<void> {
  const hidden: string[] = [];
  const passed = new Set<string>();
  await page.evaluate(() => void Object.assign(window, { passed: new Set() }));
  for (let step = 0; step < STEPS; step += 1) {
    await page.keyboard.press('Tab');
    const now = await focused(page);
    if (now === null) break;
    passed.add(now.what);
    if (!now.seen) hidden.push(now.what);
  }
  expect(hidden, where).toEqual([]);
  expect(passed.size, where).toBeGreaterThan(1);
}

test('at 200% every screen and dialog can be used, also by keyboard [LOOK-1]', async ({ app, page, api }) => {
  test.slow();
  await api.rule(false);
  await api.add('Ayesha Khan', 'Bilal Ahmed', 'Zainab Iqbal');
  for (const fineType of ['Late arrival', 'No uniform', 'Phone', 'Noise']) {
    await api.fine('Ayesha Khan', 1500, { fineType, paid: fineType === 'Phone' });
  }
  const event = { title: 'Chai', description: 'For all', date: today(), amount: 250, location: 'Roof' };
  await api.must(addEvent, { body: event });
  // 1280 by 800 at 200% zoom. No style depends on the device's pixels.
  await page.setViewportSize({ width: 640, height: 400 });
  await app.openDashboard();

  // Of dialogs with the same parts, only one.
  const screens: [path: ScreenPath, dialogs: string[]][] = [
    ['/dashboard', []],
    ['/fineUserOverView', []],
    ['/CollectedFinesPage', []],
    ['/user', ['Add New User', 'More Ayesha Khan > Sign-in link', 'More Ayesha Khan > Delete']],
    ['/fines', ['Add New Fine', 'More: Noise > Mark Paid']],
    ['/payments', ['More: R- > Take Back']],
    ['/events', ['Add Event']],
    ['/history', []],
    ['/app-settings', []],
    ['/profile', ['Sign out everywhere']],
  ];
  for (const [path, dialogs] of screens) {
    await app.goTo(path);
    const main = page.getByRole('main');
    await expectNoSidewaysScroll(page);
    await expectFocusInSight(page, path);
    for (const name of dialogs) {
      const [button = '', entry] = name.split(' > ');
      // A fine is added from the bar at the bottom, as on a phone.
      await main
        .getByRole('button', { name: new RegExp(`^${button}`) })
        .or(page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link', { name: button, exact: true }))
        .first()
        .click();
      if (entry !== undefined) await page.getByRole('menuitem', { name: entry }).click();
      const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
      await expect(dialog).toBeVisible();
      await expectNoSidewaysScroll(page);
      expect(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth), `${path} ${name}`).toBeLessThanOrEqual(
        0,
      );
      const box = await dialog.boundingBox();
      expect(box?.y, `${path} ${name}`).toBeGreaterThanOrEqual(0);
      expect((box?.y ?? 0) + (box?.height ?? 0), `${path} ${name}`).toBeLessThanOrEqual(400);
      await expectFocusInSight(page, `${path} ${name}`);
      // In a field with a list of options, Escape would close that first.
      await dialog.getByRole('button', { name: 'Close', exact: true }).focus();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    }
  }
});
