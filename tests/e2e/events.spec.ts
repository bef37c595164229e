// The events screen (EVENT-1 to EVENT-7).
import { listEvents } from '../../src/contract/events.ts';
import { formatDay } from '../../src/core/calendar.ts';
import { formatRs, paisaFromRupees } from '../../src/core/money/money.ts';
import { DINNER, dayFromToday, expect, test } from './support/events.ts';
import { expectToastFor, installClock } from './support/clock.ts';
import { recordRequests } from './support/requests.ts';

/** An amount in the format of the screen. */
const rs = (rupees: number): string => {
  const minus = rupees < 0 ? '-' : '';
  return minus + formatRs(paisaFromRupees(Math.abs(rupees)) ?? 0);
};

test('the three cards: what was collected, what is used, and what is left [EVENT-1]', async ({ agenda, events }) => {
  await agenda.collect(3000);
  await agenda.fine(777);
  await agenda.add('Annual dinner', { amount: 1234 });
  await agenda.add('Picnic', { amount: 0.5 });
  await events.open();
  await events.expectFigures('Rs. 3,000.00', 'Rs. 1,234.50', 'Rs. 1,765.50');
});

test('a negative balance is red, with a minus sign [EVENT-1]', async ({ agenda, events }) => {
  await agenda.add('Trip to the lake', { amount: 50_000 });
  const { totals } = await agenda.books();
  expect(totals.availableBalance).toBeLessThan(0);
  await events.open();
  const figure = events.card('Available Balance').getByText(rs(totals.availableBalance), { exact: true });
  await expect(figure).toHaveText(/^-Rs\. /);
  const colour = await figure.evaluate((element) => getComputedStyle(element).color);
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map(Number);
  expect(red - Math.max(green, blue)).toBeGreaterThan(80);
});

test('the table: columns, by date, amounts with two decimals, days as people write them [MONEY-5, EVENT-2]', async ({
  page,
  agenda,
  events,
}) => {
  await agenda.add('Later', { date: '2099-03-01', amount: 1500.5, location: 'Office roof', description: 'Music' });
  await agenda.add('Earlier', { date: '2026-02-05' });
  await events.open();
  await expect(page.getByRole('columnheader')).toHaveText([
    'Event',
    'Description',
    'Date',
    'Location',
    'Amount',
    'Status',
    'Actions',
  ]);
  await expect(events.row()).toHaveText([/Earlier.*5 Feb 2026.*Rs\. 1,500\.00/, /Later/]);
  await expect(events.row('Later').getByRole('cell')).toHaveText([
    'Music',
    '1 Mar 2099',
    'Office roof',
    'Rs. 1,500.50',
    'Upcoming',
    '',
  ]);
});

test.describe('in a browser on the other side of the world', () => {
  test.use({ timezoneId: 'Pacific/Kiritimati' });

  test('the status goes by the organisation’s day: grey, red, yellow, green [DATE-2, EVENT-4]', async ({
    agenda,
    events,
  }) => {
    const cases = [
      ['Completed', -1],
      ['Today', 0],
      ['Soon', 1],
      ['Soon', 3],
      ['Upcoming', 4],
    ] as const;
    for (const [status, days] of cases) await agenda.add(`${status} ${days}`, { date: dayFromToday(days) });
    await events.open();
    const colours = new Map<string, number[]>();
    for (const [status, days] of cases) {
      const badge = events.row(`${status} ${days}`).getByText(status, { exact: true });
      await expect(badge).toBeVisible();
      await expect(events.row(`${status} ${days}`)).toContainText(formatDay(dayFromToday(days)));
      const colour = await badge.evaluate((element) => getComputedStyle(element).backgroundColor);
      colours.set(status, (colour.match(/\d+/g) ?? []).map(Number));
    }
    const [grey, red, yellow, green] = ['Completed', 'Today', 'Soon', 'Upcoming'].map(
      (name) => colours.get(name) ?? [],
    );
    const spread = (values: number[] = []): number => Math.max(...values) - Math.min(...values);
    expect(spread(grey)).toBeLessThan(12);
    expect(red?.indexOf(Math.max(...red))).toBe(0);
    expect(green?.indexOf(Math.max(...green))).toBe(1);
    // Yellow: much red and green, little blue.
    expect(Math.min(yellow?.[0] ?? 0, yellow?.[1] ?? 0) - (yellow?.[2] ?? 255)).toBeGreaterThan(15);
  });
});

test('a description is cut after 50 characters with an ellipsis, and the whole of it can be read [EVENT-3]', async ({
  agenda,
  events,
}) => {
  const whole = 'ab cd '.repeat(20).trim();
  await agenda.add('Long', { description: whole });
  await agenda.add('Fifty', { description: 'x'.repeat(50) });
  await agenda.add('One more', { description: 'x'.repeat(51) });
  // A letter with its combining marks counts as one character and is not split.
  await agenda.add('Marks', { description: 'e\u0301'.repeat(50) });
  await events.open();
  await expect(events.row('Long').getByRole('cell').first()).toContainText(`${whole.slice(0, 50)}…`);
  await expect(events.row('Long')).not.toContainText(whole);
  await expect(events.row('Fifty').first().getByRole('cell').first()).toHaveText('x'.repeat(50));
  await expect(events.row('One more').getByRole('cell').first()).toContainText(`${'x'.repeat(50)}…`);
  await expect(events.row('Marks').getByRole('cell').first()).toHaveText('e\u0301'.repeat(50));
  const more = events.row('Long').getByRole('button', { name: 'Show more: Long' });
  await expect(more).toHaveAttribute('aria-expanded', 'false');
  await more.press('Enter');
  await expect(events.row('Long').getByRole('cell').first()).toContainText(whole);
  await events.row('Long').getByRole('button', { name: 'Show less: Long' }).click();
  await expect(events.row('Long')).not.toContainText(whole);
});

test.describe('by the clock', () => {
  test.use({ freshContext: true });

  test('adds an event: asks first, saves, says so for two seconds [EVENT-6]', async ({ app, page, agenda, events }) => {
    await installClock(page);
    await events.open();
    await events.addButton.click();
    await events.fill(DINNER);
    await events.save.click();
    await expect(app.dialog('Add Event?')).toContainText(/Annual dinner.*Rs\. 12,500\.50 on 5 Dec 2026/);
    // Dismissed: nothing is saved, and the form is unchanged.
    await page.keyboard.press('Escape');
    await expect(app.dialog('Add Event?')).toBeHidden();
    await expect(events.field('Title')).toHaveValue(DINNER.Title);
    expect(await agenda.titles()).toEqual([]);
    await events.save.click();
    await app.dialog('Add Event?').getByRole('button', { name: 'Cancel' }).click();
    await expect(events.field('Location')).toHaveValue(DINNER.Location);
    expect(await agenda.titles()).toEqual([]);

    await events.save.click();
    await expectToastFor(2000, app.toast('Success!Event added successfully!'), () => events.confirm('Add'));
    await expect(events.form).toBeHidden();
    await expect(events.row('Annual dinner', 'Main hall', '5 Dec 2026', 'Rs. 12,500.50')).toBeVisible();
    await expect(events.card('Amount Used')).toContainText('Rs. 12,500.50');
    expect((await agenda.books()).events).toEqual(['Annual dinner 12500.5']);
  });
});

test('every field is required, and the amount must be one [EVENT-5]', async ({ app, page, agenda, events }) => {
  await events.open();
  await events.addButton.click();
  await expect(events.field('Title')).toBeFocused();
  await events.save.click();
  for (const field of ['Title', 'Description', 'Date', 'Amount', 'Location'] as const) {
    await expect(events.field(field)).toHaveAccessibleDescription(`${field} is required`);
  }
  await expect(events.field('Title')).toBeFocused();
  await events.fill({ ...DINNER, Title: '   ', Amount: 'a lot' });
  await events.save.click();
  await expect(events.field('Title')).toHaveAccessibleDescription('Title is required');
  await expect(events.field('Amount')).toHaveAccessibleDescription(/Write an amount/);
  await events.fill({ Title: 'Dinner', Amount: '1,000,000,000' });
  await events.save.click();
  await expect(events.field('Amount')).toHaveAccessibleDescription(/Write an amount/);
  await expect(events.field('Amount')).toBeFocused();
  await events.fill({ Amount: '0' });
  await page.keyboard.press('Enter');
  await events.confirm('Add');
  await expect(app.toast('Event added successfully!')).toBeVisible();
  expect((await agenda.books()).events).toEqual(['Dinner 0']);
});

test('changes an event: asks first, saves, says so [EVENT-6]', async ({ app, agenda, events }) => {
  await agenda.add('Annual dinner', { amount: 1500, date: '2026-12-05' });
  await events.open();
  await events.action('Edit', 'Annual dinner').click();
  await expect(events.field('Date')).toHaveValue('5 Dec 2026');
  await expect(events.field('Amount')).toHaveValue('1,500');
  await events.fill({ Amount: '2000', Title: 'Annual lunch' });
  await events.save.click();
  await events.confirm('Update');
  await expect(app.toast('Success!')).toContainText('Event updated successfully!');
  await expect(events.row('Annual lunch', 'Rs. 2,000.00')).toBeVisible();
  await expect(events.card('Amount Used')).toContainText('Rs. 2,000.00');
  expect((await agenda.books()).events).toEqual(['Annual lunch 2000']);
});

test('deletes an event: asks first, and the figures follow [EVENT-7]', async ({ app, page, agenda, events }) => {
  await agenda.add('Annual dinner', { amount: 1500 });
  await agenda.add('Picnic', { amount: 200 });
  await events.open();
  await events.action('Delete', 'Annual dinner').click();
  await expect(app.dialog('Delete Event?')).toContainText('This action cannot be undone.');
  await app.dialog('Delete Event?').getByRole('button', { name: 'Cancel' }).click();
  await expect(events.action('Delete', 'Annual dinner')).toBeFocused();
  expect(await agenda.titles()).toHaveLength(2);
  await events.delete('Annual dinner');
  await expect(app.toast('Deleted!')).toContainText('Event has been deleted.');
  await expect(events.row()).toHaveCount(1);
  await expect(events.card('Amount Used')).toContainText('Rs. 200.00');
  await expect(page.getByText('Showing 1 to 1 of 1 events')).toBeFocused();
  expect(await agenda.titles()).toEqual(['Picnic']);
});

test('an event dearer than the balance says what the balance becomes; its day may be typed short [DATE-5, EVENT-12]', async ({
  page,
  agenda,
  events,
}) => {
  await agenda.add('Picnic', { amount: 100 });
  const { availableBalance } = (await agenda.books()).totals;
  const below = (amount: number) =>
    `the balance becomes -Rs. ${(amount - availableBalance).toLocaleString('en', { minimumFractionDigits: 2 })}`;
  await events.open();
  await events.addButton.click();
  await events.fill({ ...DINNER, Amount: '900000000', Date: '25/11' });
  await page.keyboard.press('Enter');
  await expect(events.question).toContainText(below(900_000_000));
  await expect(events.question).toContainText(/on 25 Nov \d{4}/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');

  await events.action('Edit', 'Picnic').click();
  await events.fill({ Amount: '800,000,000' });
  await events.save.click();
  await expect(events.question).toContainText(below(800_000_000 - 100));
});

test('many events come a page at a time, and the page is in the address [EVENT-2, EVENT-11]', async ({
  page,
  agenda,
  events,
}) => {
  await agenda.addMany(45);
  const asked = recordRequests(page, `GET /api${listEvents.path}?`);
  await events.open();
  await expect(events.row()).toHaveCount(20);
  await expect(page.getByText('Showing 1 to 20 of 45 events')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled();
  await page.getByRole('button', { name: 'Page 3' }).click();
  await expect(events.row().first()).toContainText('Event 41');
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
  await page.reload();
  await expect(events.row().first()).toContainText('Event 41');
  expect(asked.map(({ url }) => url.searchParams.get('pageSize'))).toEqual(['20', '20', '20']);
  // Whatever is added is shown.
  await events.addEvent({ ...DINNER, Title: 'Long ago', Date: '1/1/2020' });
  await expect(page.getByText('Showing 1 to 20 of 46 events')).toBeVisible();
  await expect(events.row('Long ago')).toBeVisible();
  await events.addEvent({ ...DINNER, Title: 'Some day', Date: '1/1/2090' });
  await expect(page.getByText('Showing 41 to 47 of 47 events')).toBeVisible();
  await expect(events.row('Some day')).toBeVisible();
});
