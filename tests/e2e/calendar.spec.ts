// The calendar of a date field in a low viewport: a phone in landscape, and a desktop window at 400% zoom.
import { expect, test } from './support/fines.ts';

test('every day of the calendar can be reached at 640 by 360, and at 320 by 256 [LOOK-7]', async ({
  app,
  page,
  fines,
}) => {
  await page.setViewportSize({ width: 640, height: 360 });
  await app.openFines();
  await fines.openDialog();
  const date = fines.dialog.getByRole('textbox', { name: 'Date' });
  for (const [width, height] of [
    [640, 360],
    [320, 256],
  ] as const) {
    await page.setViewportSize({ width, height });
    const before = await date.inputValue();
    await fines.dialog.getByRole('button', { name: 'Choose a day in the calendar' }).click();
    const calendar = page.getByRole('dialog', { name: 'Choose a day in the calendar' });
    await calendar.getByRole('button', { name: 'Previous month' }).click();
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
});
