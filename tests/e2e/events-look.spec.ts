// The events screen on desktop and phone, light and dark: layout, accessibility and keyboard.
import { expectAccessibleOnPhoneAndDesk, expectTouchTargets } from './support/axe.ts';
import { DINNER, dayFromToday, expect, test } from './support/events.ts';

test('the screen, empty and full, is accessible and fits, on a phone and on a desk [EVENT-2]', async ({
  page,
  agenda,
  events,
}) => {
  await events.open();
  await expect(page.getByText('No events found')).toBeVisible();
  await expectAccessibleOnPhoneAndDesk(page);

  await agenda.add('Averyveryverylongtitlewithoutanyplacetobreakitapart and more', {
    amount: 999_999_999.99,
    location: 'Thelongestvillagenamethatanybodyhaseverseeninthispartoftheworld',
    description: 'Several words. '.repeat(20).trim(),
  });
  for (const [title, days] of [
    ['Yesterday', -1],
    ['Now', 0],
    ['Shortly', 2],
    ['Some day', 40],
  ] as const) {
    await agenda.add(title, { date: dayFromToday(days), amount: 10 });
  }
  await expect(events.row()).toHaveCount(5);
  await expect(events.card('Available Balance')).toContainText('-Rs. ');
  await expectAccessibleOnPhoneAndDesk(page);
  await page.getByRole('button', { name: /^Show more/ }).click();
  await expectAccessibleOnPhoneAndDesk(page);
});

test('the form and its question are accessible, fit on a phone and on a desk, and give the focus back', async ({
  page,
  agenda,
  events,
}) => {
  await agenda.add('Picnic');
  await events.open();
  await events.addButton.click();
  await events.save.click();
  await expect(events.field('Title')).toHaveAccessibleDescription('Title is required');
  await expectAccessibleOnPhoneAndDesk(page);
  await events.fill(DINNER);
  await events.save.click();
  await expect(events.question).toBeVisible();
  await expectAccessibleOnPhoneAndDesk(page);
  await page.keyboard.press('Escape');
  await expect(events.save).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(events.addButton).toBeFocused();

  await events.action('Edit', 'Picnic').click();
  await expect(events.field('Title')).toHaveValue('Picnic');
  await expectAccessibleOnPhoneAndDesk(page);
});

test('the question before deleting and its result are accessible and fit, on a phone and on a desk', async ({
  app,
  page,
  agenda,
  events,
}) => {
  await agenda.add('Picnic');
  await events.open();
  await events.action('Delete', 'Picnic').click();
  await expect(events.question).toContainText('This action cannot be undone.');
  await expectAccessibleOnPhoneAndDesk(page);
  await events.confirm('Delete');
  await expect(app.toast('Event has been deleted.')).toBeVisible();
  await expectAccessibleOnPhoneAndDesk(page);
});

test('phones get cards, with targets for a thumb and a form that fills the screen', async ({ app, agenda, events }) => {
  await app.onPhone();
  const description = 'Bring your own plates, cups and chairs, and something to share';
  await agenda.add('Picnic', { date: '2099-12-05', description });
  await events.open();
  await expect(events.row('Picnic')).toHaveCSS('display', 'grid');
  await expect(events.row('Picnic', '5 Dec 2099', 'Hall', 'Rs. 1,500.00', 'Upcoming')).toBeVisible();
  await expectTouchTargets(events.row().getByRole('button'));
  await expectTouchTargets(events.addButton);
  await events.action('Edit', 'Picnic').click();
  await expect.poll(async () => (await events.form.boundingBox())?.width).toBe(360);
  await expect.poll(async () => (await events.form.boundingBox())?.height).toBe(740);
});

test('the whole job can be done by keyboard [LOOK-2]', async ({ app, page, agenda, events }) => {
  await events.open();
  await events.addButton.focus();
  await page.keyboard.press('Enter');
  await app.expectInitialFocus(events.field('Title'));
  await page.keyboard.type('Picnic');
  await page.keyboard.press('Tab');
  await page.keyboard.type('At the lake');
  await page.keyboard.press('Tab');
  await page.keyboard.type('5 Dec 2026');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(events.field('Amount')).toBeFocused();
  await page.keyboard.type('1500');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Khanpur');
  await page.keyboard.press('Enter');
  await app.expectInitialFocus(app.dialog('Add Event?').getByRole('button', { name: 'Add', exact: true }));
  await page.keyboard.press('Enter');
  await expect(events.row('Picnic')).toBeVisible();
  await expect(events.addButton).toBeFocused();

  await events.action('Delete', 'Picnic').focus();
  await page.keyboard.press('Enter');
  const question = app.dialog('Delete Event?');
  await app.expectInitialFocus(question.getByRole('button', { name: 'Cancel' }));
  await page.keyboard.press('Tab');
  await expect(question.getByRole('button', { name: 'Delete', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(app.toast('Deleted!')).toBeVisible();
  // The pressed button is gone; the focus moves to the list.
  await expect(page.getByText('Showing 0 events')).toBeFocused();
  expect(await agenda.titles()).toEqual([]);
});
