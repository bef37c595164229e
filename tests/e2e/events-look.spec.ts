// The events screen on desktop and phone, light and dark: layout and accessibility.
import type { Locator } from '@playwright/test';
import { expectAccessibleLayout, expectAccessibleOnPhoneAndDesk, expectTouchTargets } from './support/axe.ts';
import { DINNER, dayFromToday, expect, test } from './support/events.ts';

test('on a phone there are cards with touch targets and a full-screen form; everything is accessible and fits, there and on a desktop [EVENT-2, LOOK-20, LOOK-26]', async ({
  app,
  page,
  agenda,
  events,
}) => {
  await app.onPhone();
  await events.open();
  await expect(page.getByText('No events found')).toBeVisible();
  await agenda.add('Averyveryverylongtitlewithoutanyplacetobreakitapart and more', {
    amount: 999_999_999.99,
    location: 'Thelongestvillagenamethatanybodyhaseverseeninthispartoftheworld',
    description: 'Several words. '.repeat(20).trim(),
  });
  for (const [title, days] of [
    ['Yesterday', -1],
    ['Now', 0],
    ['Shortly', 2],
  ] as const) {
    await agenda.add(title, { date: dayFromToday(days), amount: 10 });
  }
  await agenda.add('Picnic', { date: '2099-12-05' });
  await expect(events.row()).toHaveCount(5);
  await expect(events.card('Available Balance')).toContainText('-Rs. ');
  await expect(events.row('Picnic')).toHaveCSS('display', 'grid');
  await expect(events.row('Picnic', '5 Dec 2099', 'Hall', 'Rs. 1,500.00', 'Upcoming')).toBeVisible();
  await expectTouchTargets(events.row().getByRole('button'));
  // The icons are on the line of the amount.
  const middleOf = (part: Locator): Promise<number> =>
    part.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return (top + bottom) / 2;
    });
  const amount = await middleOf(events.row('Picnic').getByText('Rs. 1,500.00', { exact: true }));
  const button = await middleOf(events.row('Picnic').getByRole('button', { name: /^Edit/ }));
  expect(Math.abs(amount - button)).toBeLessThan(4);
  await expectTouchTargets(events.addButton);
  await page.getByRole('button', { name: /^Show more/ }).click();
  await expectAccessibleOnPhoneAndDesk(page);

  await app.onPhone();
  await events.addButton.click();
  await expect.poll(async () => (await events.form.boundingBox())?.width).toBe(360);
  await expect.poll(async () => (await events.form.boundingBox())?.height).toBe(740);
  await events.save.click();
  await expect(events.field('Title')).toHaveAccessibleDescription('Title is required');
  // An example in red would look like a wrong value.
  const placeholderColour = (element: Element): string => getComputedStyle(element, '::placeholder').color;
  const grey = await page.evaluate(() => {
    const sample = document.createElement('span');
    sample.style.color = 'var(--mantine-color-placeholder)';
    document.body.append(sample);
    const { color } = getComputedStyle(sample);
    sample.remove();
    return color;
  });
  expect(await events.field('Title').evaluate(placeholderColour)).toBe(grey);
  await expectAccessibleLayout(page);
  await events.fill(DINNER);
  await events.save.click();
  await expect(events.question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(events.save).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(events.addButton).toBeFocused();
});
