// The events screen (EVENT-1 to EVENT-7).
import type { Locator } from '@playwright/test';
import { listEvents } from '../../src/contract/events.ts';
import { formatDay } from '../../src/core/calendar.ts';
import { expectAccessibleLayout, expectAccessibleOnPhoneAndDesk, expectTouchTargets } from './support/axe.ts';
import { DINNER, dayFromToday, expect, test } from './support/events.ts';
import { expectToastFor, installClock } from './support/clock.ts';
import { recordRequests } from './support/requests.ts';

/** Red, green and blue. */
const coloursOf = (part: Locator, property: 'color' | 'backgroundColor'): Promise<number[]> =>
  part.evaluate((element, name) => (getComputedStyle(element)[name].match(/\d+/g) ?? []).map(Number), property);

test.describe('in a browser on the other side of the world', () => {
  test.use({ timezoneId: 'Pacific/Kiritimati' });

  test('the cards, the table by date, statuses by the organisation’s day in four colours, and descriptions cut after 50 characters; on a phone there are cards with touch targets and a full-screen form; everything is accessible and fits, there and on a desktop [MONEY-5, DATE-2, EVENT-1, EVENT-2, EVENT-3, EVENT-4, LOOK-20, LOOK-26]', async ({
    app,
    page,
    agenda,
    events,
  }) => {
    await events.open();
    await expect(page.getByText('No events found')).toBeVisible();
    const whole = 'ab cd '.repeat(20).trim();
    const cases = [
      ['Completed', -1],
      ['Today', 0],
      ['Soon', 1],
      ['Soon', 3],
      ['Upcoming', 4],
    ] as const;
    for (const [status, days] of cases) {
      await agenda.add(`${status} ${days}`, { date: dayFromToday(days), amount: 250, description: whole });
    }
    await agenda.add('Later', { date: '2099-03-01', amount: 1500.5, location: 'Office roof', description: 'Music' });
    await expect(page.getByRole('columnheader')).toHaveText([
      'Event',
      'Description',
      'Date',
      'Location',
      'Amount',
      'Status',
      'Actions',
    ]);
    await expect(events.row()).toHaveText([/Completed/, /Today/, /Soon 1/, /Soon 3/, /Upcoming/, /Later/]);
    await expect(events.row('Later').getByRole('cell')).toHaveText([
      'Music',
      '1 Mar 2099',
      'Office roof',
      'Rs. 1,500.50',
      'Upcoming',
      '',
    ]);

    const colours = new Map<string, number[]>();
    for (const [status, days] of cases) {
      const badge = events.row(`${status} ${days}`).getByText(status, { exact: true });
      await expect(badge).toBeVisible();
      await expect(events.row(`${status} ${days}`)).toContainText(formatDay(dayFromToday(days)));
      colours.set(status, await coloursOf(badge, 'backgroundColor'));
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

    const description = events.row('Today 0').getByRole('cell').first();
    await expect(description).toContainText(`${whole.slice(0, 50)}…`);
    await expect(description).not.toContainText(whole);
    const more = events.row('Today 0').getByRole('button', { name: 'Show more: Today 0' });
    await expect(more).toHaveAttribute('aria-expanded', 'false');
    await more.press('Enter');
    await expect(description).toContainText(whole);
    await events.row('Today 0').getByRole('button', { name: 'Show less: Today 0' }).click();
    await expect(description).not.toContainText(whole);

    // A negative balance is red, with a minus sign.
    await events.expectFigures('Rs. 0.00', 'Rs. 2,750.50', '-Rs. 2,750.50');
    const figure = events.card('Available Balance').getByText('-Rs. 2,750.50', { exact: true });
    const [r = 0, g = 0, b = 0] = await coloursOf(figure, 'color');
    expect(r - Math.max(g, b)).toBeGreaterThan(80);
    await agenda.fine(777);
    await agenda.collect(3000);
    await events.expectFigures('Rs. 3,000.00', 'Rs. 2,750.50', 'Rs. 249.50');

    // Cards on a phone.
    await app.onPhone();
    await agenda.add('Averyveryverylongtitlewithoutanyplacetobreakitapart and more', {
      amount: 999_999_999.99,
      location: 'Thelongestvillagenamethatanybodyhaseverseeninthispartoftheworld',
      description: 'Several words. '.repeat(20).trim(),
    });
    await expect(events.row()).toHaveCount(7);
    await page.getByRole('button', { name: 'All figures' }).click();
    await expect(events.card('Available Balance')).toContainText('-Rs. ');
    await expect(events.row('Later')).toHaveCSS('display', 'grid');
    await expect(events.row('Later', '1 Mar 2099', 'Office roof', 'Rs. 1,500.50', 'Upcoming')).toBeVisible();
    await expectTouchTargets(events.row().getByRole('button'));
    // The icons are on the line of the amount.
    const middleOf = (part: Locator): Promise<number> =>
      part.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return (top + bottom) / 2;
      });
    const amount = await middleOf(events.row('Later').getByText('Rs. 1,500.50', { exact: true }));
    const button = await middleOf(events.row('Later').getByRole('button', { name: /^Edit/ }));
    expect(Math.abs(amount - button)).toBeLessThan(4);
    await expectTouchTargets(events.addButton);
    await page
      .getByRole('button', { name: /^Show more/ })
      .last()
      .click();
    await expectAccessibleOnPhoneAndDesk(page);

    await app.onPhone();
    await events.addButton.click();
    await expect.poll(async () => (await events.form.boundingBox())?.width).toBe(360);
    await expect.poll(async () => (await events.form.boundingBox())?.height).toBe(740);
    await events.save.click();
    await expect(events.field('Title')).toHaveAccessibleDescription('Title is required');
    // An example in red would look like a wrong value.
    const placeholderColour = (element: Element): string => getComputedStyle(element, '::placeholder').color;
    const pale = await page.evaluate(() => {
      const sample = document.createElement('span');
      sample.style.color = 'var(--mantine-color-placeholder)';
      document.body.append(sample);
      const { color } = getComputedStyle(sample);
      sample.remove();
      return color;
    });
    expect(await events.field('Title').evaluate(placeholderColour)).toBe(pale);
    await expectAccessibleLayout(page);
    await events.fill(DINNER);
    await events.save.click();
    await expect(events.question).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(events.save).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(events.addButton).toBeFocused();
  });
});

test.describe('by the clock', () => {
  test.use({ freshContext: true });

  test('many events are shown page by page, and the page is in the address; events are added, changed and, after a question, deleted, by keyboard too, with a toast for two seconds; every field is required [DATE-5, LOOK-2, EVENT-2, EVENT-5, EVENT-6, EVENT-7, EVENT-11, EVENT-12]', async ({
    app,
    page,
    agenda,
    events,
  }) => {
    await agenda.addMany(21);
    const asked = recordRequests(page, `GET /api${listEvents.path}?`);
    await installClock(page);
    await events.open();
    await expect(events.row()).toHaveCount(20);
    await expect(page.getByText('Showing 1 to 20 of 21 events')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled();
    await page.getByRole('button', { name: 'Page 2' }).click();
    await expect(events.row().first()).toContainText('Event 21');
    await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
    await page.reload();
    await expect(events.row().first()).toContainText('Event 21');
    expect(asked.map(({ url }) => url.searchParams.get('pageSize'))).toEqual(['20', '20', '20']);

    await events.addButton.click();
    await expect(events.field('Title')).toBeFocused();
    await events.save.click();
    for (const field of ['Title', 'Description', 'Date', 'Amount', 'Location'] as const) {
      await expect(events.field(field)).toHaveAccessibleDescription(`${field} is required`);
    }
    await expect(events.field('Title')).toBeFocused();
    await events.fill({ ...DINNER, Amount: '1,000,000,000' });
    await events.save.click();
    await expect(events.field('Amount')).toHaveAccessibleDescription(/Enter an amount/);
    await expect(events.field('Amount')).toBeFocused();

    // More than the balance, on a day that is typed short.
    await events.fill({ Amount: '900000000', Date: '25/11' });
    await page.keyboard.press('Enter');
    await expect(events.question).toContainText('the available balance, which becomes -Rs. 900,031,500.00');
    await expect(events.question).toContainText(/on 25 Nov \d{4}/);
    // Dismissed: nothing is saved, and the form is unchanged.
    await page.keyboard.press('Escape');
    await expect(events.question).toBeHidden();
    await expect(events.field('Title')).toHaveValue(DINNER.Title);
    await events.fill(DINNER);
    await events.save.click();
    await expect(app.dialog('Add Event?')).toContainText(/Annual dinner.*Rs\.\s12,500\.50 on 5 Dec 2026/);
    await app.dialog('Add Event?').getByRole('button', { name: 'Cancel' }).click();
    await expect(events.field('Location')).toHaveValue(DINNER.Location);
    expect(await agenda.titles()).toHaveLength(21);
    await events.form.getByRole('button', { name: 'Cancel' }).click();
    await expect(events.form).toBeHidden();

    // By keyboard. The list then shows the page of the new event.
    await events.addButton.focus();
    await page.keyboard.press('Enter');
    await app.expectInitialFocus(events.field('Title'));
    await page.keyboard.type('Long ago');
    await page.keyboard.press('Tab');
    await page.keyboard.type('At the lake');
    await page.keyboard.press('Tab');
    await page.keyboard.type('1 Jan 2020');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(events.field('Amount')).toBeFocused();
    await page.keyboard.type('12500.50');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Khanpur');
    await page.keyboard.press('Enter');
    await app.expectInitialFocus(app.dialog('Add Event?').getByRole('button', { name: 'Add', exact: true }));
    await expectToastFor(2000, app.toast('Success!Event added successfully!'), () => page.keyboard.press('Enter'));
    await expect(events.form).toBeHidden();
    await expect(page.getByText('Showing 1 to 20 of 22 events')).toBeVisible();
    await expect(events.row('Long ago', 'Khanpur', '1 Jan 2020', 'Rs. 12,500.50')).toBeVisible();
    await expect(events.addButton).toBeFocused();
    await expect(events.card('Amount Used')).toContainText('Rs. 44,000.50');

    await events.action('Edit', 'Long ago').click();
    await expect(events.field('Date')).toHaveValue('1 Jan 2020');
    await expect(events.field('Amount')).toHaveValue('12,500.50');
    await events.fill({ Amount: '2000', Title: 'Annual lunch' });
    await events.save.click();
    await expect(events.question).toContainText('the available balance, which becomes -Rs. 33,500.00');
    await events.confirm('Update');
    await expect(app.toast('Success!')).toContainText('Event updated successfully!');
    await expect(events.row('Annual lunch', 'Rs. 2,000.00')).toBeVisible();
    await expect(events.card('Amount Used')).toContainText('Rs. 33,500.00');
    expect((await agenda.books()).events.filter((event) => !event.startsWith('Event '))).toEqual(['Annual lunch 2000']);

    await events.action('Delete', 'Annual lunch').click();
    const question = app.dialog('Delete Event?');
    await expect(question).toContainText('This action cannot be undone.');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(events.action('Delete', 'Annual lunch')).toBeFocused();
    expect(await agenda.titles()).toHaveLength(22);
    await page.keyboard.press('Enter');
    await app.expectInitialFocus(question.getByRole('button', { name: 'Cancel' }));
    await page.keyboard.press('Tab');
    await expect(question.getByRole('button', { name: 'Delete', exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(app.toast('Deleted!')).toContainText('Event has been deleted.');
    await expect(events.row('Annual lunch')).toHaveCount(0);
    await expect(events.card('Amount Used')).toContainText('Rs. 31,500.00');
    // The pressed button no longer exists, so the focus moves to the list.
    await expect(page.getByText('Showing 1 to 20 of 21 events')).toBeFocused();
    expect(await agenda.titles()).toHaveLength(21);
    await events.addEvent({ ...DINNER, Title: 'Some day', Date: '1/1/2090' });
    await expect(page.getByText('Showing 21 to 22 of 22 events')).toBeVisible();
    await expect(events.row('Some day')).toBeVisible();
  });
});
