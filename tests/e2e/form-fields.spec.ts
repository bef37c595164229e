// Form fields: input is never truncated, replaced or lost, and each field shows what is sent.
import { addDays, beginningOf, formatDay } from '../../src/core/calendar.ts';
import { expect, test, today } from './support/fines.ts';

const LONG = 'x'.repeat(121);
const SENTENCE = 'At most 120 characters fit here; this has 121.';

test('input that is too long is refused with a sentence, not cut; a fine type fills in its last amount, unless one was typed; half a date is kept after Escape; every day of its calendar can be reached in a phone’s landscape and a desktop window at 400% zoom [SCREEN-16, LOOK-7]', async ({
  app,
  page,
  fines,
  api,
}) => {
  await api.add('Ayesha Khan');
  await api.fine('Ayesha Khan', 300, { fineType: 'Missed meeting' });
  await api.fine('Ayesha Khan', 50, { fineType: 'Late arrival' });
  await app.openFines();
  await fines.openDialog();
  const amount = fines.dialog.getByLabel('Amount (PKR)');
  const field = fines.dialog.getByLabel('Fine Type');
  const date = fines.dialog.getByRole('textbox', { name: 'Date' });
  await date.fill('20 No');
  await page.keyboard.press('Escape');
  await expect(fines.dialog).toBeHidden();
  await fines.openDialog();
  await expect(date).toHaveValue('20 No');
  await page.reload();
  await expect(date).toHaveValue('20 No');
  await date.fill(formatDay(today()));

  // Before there is a message, which in a low window may lie over the calendar.
  for (const [width, height] of [
    [640, 360],
    [320, 256],
  ] as const) {
    await page.setViewportSize({ width, height });
    const before = await date.inputValue();
    await fines.dialog.getByRole('button', { name: 'Choose a day in the calendar' }).click();
    const calendar = page.getByRole('dialog', { name: 'Choose a day in the calendar' });
    await calendar.getByRole('button', { name: 'Previous month' }).press('Enter');
    // The calendar itself must be visible without scrolling, which users could not do; only its days may scroll.
    await expect(calendar).toBeInViewport({ ratio: 1 });
    const days = calendar.getByRole('table').getByRole('button');
    // Scrolled and pressed with the mouse, as people do: Playwright's own scrolling and click() also scroll the page
    // below, which is locked for people, and the calendar moves back under the pointer between press and release.
    await calendar.hover();
    for (const [day, towards] of [
      [days.first(), -1000],
      [days.last(), 1000],
    ] as const) {
      await page.mouse.wheel(0, towards);
      // Tolerates fractions of a pixel at the edge.
      await expect(day).toBeInViewport({ ratio: 0.9 });
    }
    const last = await days.last().boundingBox();
    await page.mouse.click((last?.x ?? 0) + (last?.width ?? 0) / 2, (last?.y ?? 0) + (last?.height ?? 0) / 2);
    await expect(calendar).toBeHidden();
    await expect(date).toHaveValue(/^(28|29|30|31) /);
    await expect(date).not.toHaveValue(before);
  }
  await page.setViewportSize({ width: 1280, height: 800 });

  const choose = async (fineType: string): Promise<void> => {
    await field.fill(fineType);
    // The list changes until it is narrowed down to this one.
    await expect(page.locator('[role=option]')).toHaveText([new RegExp(fineType)]);
    await page.getByRole('option', { name: fineType }).click();
  };
  await choose('Missed meeting');
  await expect(amount).toHaveValue('300');
  await choose('Late arrival');
  await expect(amount).toHaveValue('50');
  await amount.fill('75');
  await choose('Missed meeting');
  await expect(field).toHaveValue('Missed meeting');
  await expect(amount).toHaveValue('75');

  await fines.fill('Late arrival', '100', 'Ayesha Khan');
  await field.clear();
  await page.keyboard.insertText(LONG);
  await expect(field).toHaveValue(LONG);
  await expect(fines.dialog).toContainText(SENTENCE);
  await fines.submit.click();
  await expect(app.toast(SENTENCE)).toBeVisible();
  await expect(fines.confirmation).toBeHidden();
});

test('a write that is not answered in time says so, and is saved once when sent again; past midnight a date field shows the day that is sent, even while focused [SCREEN-7]', async ({
  app,
  fines,
  api,
  faultyProxy,
  page,
  process: server,
}) => {
  const tomorrow = addDays(today(), 1);
  const midnight = beginningOf(tomorrow, 'Asia/Karachi');
  await server.setClock(midnight - 600_000);
  await api.rule(false);
  await api.add('Ayesha Khan');
  await page.addInitScript(() => {
    // Brings forward the time limit of a call.
    const setTimer = setTimeout;
    globalThis.setTimeout = ((handler: () => void, ms?: number) => {
      if (ms === 45_000) addEventListener('time-is-up', handler, { once: true });
      return setTimer(handler, ms);
    }) as typeof setTimeout;
  });
  await app.openFines();
  await fines.openDialog();
  await fines.fill('Late arrival', '100', 'Ayesha Khan');
  faultyProxy.holdResponses('POST /api/fines ');
  // Only once the write itself is on its way: earlier requests would otherwise be cut off on a busy machine.
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/fines'));
  await fines.submit.click();
  await sent;
  await page.evaluate(() => dispatchEvent(new Event('time-is-up')));
  await expect(app.toast('Failed to add fine: The server did not answer in time, so it is not known')).toBeVisible();
  await expect(fines.dialog).toContainText('nothing is added twice');
  faultyProxy.restore();
  await fines.submit.click();
  await expect(app.toast('Fines added successfully')).toBeVisible();
  await expect(fines.row('Late arrival')).toHaveCount(1);

  await fines.openDialog();
  await fines.fill('No badge', '100', 'Ayesha Khan');
  const date = fines.dialog.getByRole('textbox', { name: 'Date' });
  await date.focus();
  await expect(date).toHaveValue(formatDay(today()));
  await server.setClock(midnight);
  await expect(date).toHaveValue(formatDay(tomorrow));
  await expect(date).toBeFocused();
  await fines.submit.click();
  await expect(fines.row('No badge', formatDay(tomorrow))).toBeVisible();
});
