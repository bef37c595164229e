// The events screen when things go wrong (specification section 8), and when other windows work at the same time:
// nothing is lost, nothing is saved twice, and what is on screen is true.
import { expect, DINNER, test } from './support/events.ts';
import { ADMINISTRATOR } from './support/server.ts';

/** A request is sent again for some seconds before it counts as failed. */
const GIVING_UP = { timeout: 25_000 };

const NO_ANSWER = 'No answer came from the server.';

test('"Error: Failed to load data" where the events cannot be read, and they can be read again', async ({
  app,
  page,
  server,
  agenda,
  events,
}) => {
  await agenda.add('Picnic');
  // The screens are fetched ahead, so that only the events are missing.
  const screen = page.waitForResponse(/EventsScreen.*js/);
  await app.openDashboard();
  await (await screen).finished();
  await app.expectFetchedAhead();
  await server.stop();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Events' }).click();
  await expect(app.toast('Error: Failed to load data')).toBeVisible(GIVING_UP);
  await expect(page.getByText('No events found')).toHaveCount(0);
  await expect(events.card('Available Balance')).toContainText('—');
  // Before the server is back: then the screen reads again by itself, and the button goes.
  await page.getByRole('button', { name: 'Try again' }).click();
  await server.start();
  await expect(events.row('Picnic')).toBeVisible(GIVING_UP);
});

test('"Error: Could not add event": the form stays, and trying again adds one', async ({
  app,
  page,
  server,
  agenda,
  events,
}) => {
  await events.open();
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') keys.push(request.headers()['idempotency-key']);
  });
  await events.addButton.click();
  await events.fill(DINNER);
  await server.stop();
  await events.save.click();
  await events.confirm('Add');
  await expect(events.form.getByRole('button', { name: 'Please wait...' })).toHaveAttribute('aria-disabled', 'true');
  await expect(app.toast('Error: Could not add event')).toContainText(NO_ANSWER, GIVING_UP);
  await expect(events.form).toContainText('it is not known whether this was saved');
  await expect(events.field('Amount')).toHaveValue(DINNER.Amount);
  await server.start();
  await events.save.click();
  await events.confirm('Add');
  await expect(app.toast('Event added successfully!')).toBeVisible();
  expect(await agenda.titles()).toEqual([DINNER.Title]);
  expect(new Set(keys).size).toBe(1);
});

test('"Error: Could not update event": what was typed stays', async ({ app, server, agenda, events }) => {
  await agenda.add('Picnic');
  await events.open();
  await events.action('Edit', 'Picnic').click();
  await events.fill({ Location: 'Lake' });
  await server.stop();
  await events.save.click();
  await events.confirm('Update');
  await expect(app.toast('Error: Could not update event')).toContainText(NO_ANSWER, GIVING_UP);
  await expect(events.field('Location')).toHaveValue('Lake');
  await server.start();
  await events.save.click();
  await events.confirm('Update');
  await expect(events.row('Picnic', 'Lake')).toBeVisible();
});

test('"Error: Could not delete event": row and figures come back', async ({ app, server, agenda, events }) => {
  await agenda.add('Picnic', { amount: 1500 });
  await events.open();
  await expect(events.card('Amount Used')).toContainText('Rs. 1,500.00');
  await server.stop();
  await events.delete('Picnic');
  await expect(events.row('Picnic')).toHaveCount(0);
  await expect(events.card('Amount Used')).toContainText('Rs. 0.00');
  await expect(app.toast('Error: Could not delete event')).toContainText(NO_ANSWER, GIVING_UP);
  await expect(events.row('Picnic')).toBeVisible();
  await expect(events.card('Amount Used')).toContainText('Rs. 1,500.00');
});

test('an answer that got lost is asked for again under the same key: one event', async ({
  onLine: app,
  line,
  agenda,
  events,
}) => {
  await app.openAsAdministrator('/events');
  await app.expectScreen('Events');
  line.loseAnswers('POST /api/events ', 1);
  await events.addEvent();
  await expect(app.toast('Event added successfully!')).toBeVisible(GIVING_UP);
  expect(line.lost).toBe(1);
  expect(await agenda.titles()).toEqual([DINNER.Title]);
});

test('saying yes twice adds one event', async ({ app, agenda, events }) => {
  await events.open();
  await events.addButton.click();
  await events.fill(DINNER);
  await events.save.dblclick();
  await app.dialog('Add Event?').getByRole('button', { name: 'Add', exact: true }).dblclick();
  await expect(app.toast('Event added successfully!')).toBeVisible();
  await expect(events.form).toBeHidden();
  expect(await agenda.titles()).toEqual([DINNER.Title]);
});

test('an event that another window deleted is refused with a plain reason', async ({ app, agenda, events }) => {
  const picnic = await agenda.add('Picnic');
  const dinner = await agenda.add('Dinner');
  await events.open();
  await events.action('Delete', 'Picnic').click();
  await agenda.remove(picnic);
  await events.confirm('Delete');
  await expect(app.toast('Error: Could not delete event')).toContainText('has been deleted in the meantime');
  await expect(events.row('Picnic')).toHaveCount(0);

  await events.action('Edit', 'Dinner').click();
  await events.fill({ Amount: '7000' });
  await agenda.remove(dinner);
  await events.save.click();
  await events.confirm('Update');
  await expect(app.toast('Error: Could not update event')).toContainText('has been deleted in the meantime');
  await expect(events.field('Amount')).toHaveValue('7000');
});

test('an edit keeps what another window saved meanwhile, and overwrites only its own fields', async ({
  agenda,
  events,
}) => {
  const picnic = await agenda.add('Picnic', { location: 'Park', amount: 100 });
  await events.open();
  await events.action('Edit', 'Picnic').click();
  await events.fill({ Amount: '250' });
  await agenda.change(picnic, { location: 'Lake' });
  await expect(events.field('Location')).toHaveValue('Lake');
  await expect(events.field('Amount')).toHaveValue('250');
  await events.save.click();
  await events.confirm('Update');
  await expect(events.row('Picnic', 'Lake', 'Rs. 250.00')).toBeVisible();
});

test('an edit in a window that has not heard of a change does not take it back', async ({ page, agenda, events }) => {
  await agenda.addMany(20);
  const picnic = await agenda.add('Picnic', { date: '2026-01-02', location: 'Park', amount: 100 });
  await events.open();
  await events.action('Edit', 'Picnic').click();
  await events.fill({ Amount: '250' });
  // To another page, where this window does not see it, and from then on it is not there at all.
  await agenda.change(picnic, { date: '2027-01-01', location: 'Park' });
  await expect(page.getByRole('button', { name: 'Edit Picnic', includeHidden: true })).toHaveCount(0);
  await agenda.change(picnic, { date: '2027-01-01', location: 'Lake' });
  await events.save.click();
  await events.confirm('Update');
  await expect(page.getByText('Event updated successfully!')).toBeVisible();
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(events.row('Picnic', '1 Jan 2027', 'Lake', 'Rs. 250.00')).toBeVisible();
});

test('a page that other windows emptied gives way to the last one', async ({ page, agenda, events }) => {
  await agenda.addMany(20);
  const last = await agenda.add('Last', { date: '2027-01-01' });
  await events.open();
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(events.row()).toHaveCount(1);
  await agenda.remove(last);
  await expect(events.row().first()).toContainText('Event 01');
});

test('a half-filled form survives a reload and closing; Cancel forgets it', async ({ page, events }) => {
  await events.open();
  await events.addButton.click();
  await events.fill({ Title: 'Half', Date: '5/12/2026', Amount: '1,2' });
  await page.reload();
  await expect(events.field('Title')).toHaveValue('Half');
  await expect(events.field('Date')).toHaveValue('5 Dec 2026');
  await expect(events.field('Amount')).toHaveValue('1,2');
  await expect(events.form).toContainText('What you typed before is still here');
  await page.keyboard.press('Escape');
  await expect(events.form).toBeHidden();
  await events.addButton.click();
  await expect(events.field('Title')).toHaveValue('Half');
  await events.form.getByRole('button', { name: 'Start over' }).click();
  for (const field of ['Title', 'Date', 'Amount'] as const) await expect(events.field(field)).toHaveValue('');
  await events.fill({ Title: 'Again' });
  await events.form.getByRole('button', { name: 'Cancel' }).click();
  await page.reload();
  await expect(events.addButton).toBeVisible();
  await expect(events.form).toBeHidden();
});

test('a half-filled form survives a session that ran out', async ({ app, page, context, agenda, events }) => {
  await events.open();
  await events.addButton.click();
  await events.fill(DINNER);
  await events.save.click();
  await context.clearCookies();
  await events.confirm('Add');
  await app.expectPath('/login');
  expect(await agenda.titles()).toEqual([]);
  await app.submitLogin(ADMINISTRATOR.email, ADMINISTRATOR.password);
  await app.expectPath('/dashboard');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Events' }).click();
  await expect(events.field('Description')).toHaveValue(DINNER.Description);
  await events.save.click();
  await events.confirm('Add');
  await expect(app.toast('Event added successfully!')).toBeVisible();
  expect(await agenda.titles()).toEqual([DINNER.Title]);
});

test('a lost answer, then a session that ran out: what goes out again is there once', async ({
  onLine: app,
  page,
  context,
  agenda,
  events,
  line,
}) => {
  await app.openAsAdministrator('/events');
  await app.expectScreen('Events');
  await events.addButton.click();
  await events.fill(DINNER);
  line.loseAnswers('POST /api/events ');
  await events.save.click();
  await events.confirm('Add');
  await expect(events.form).toContainText('nothing is saved twice', GIVING_UP);
  line.restore();
  await context.clearCookies();
  await events.save.click();
  await events.confirm('Add');
  await app.expectPath('/login');
  await app.submitLogin(ADMINISTRATOR.email, ADMINISTRATOR.password);
  await app.expectPath('/dashboard');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Events' }).click();
  await expect(events.form).toContainText('nothing is saved twice');
  await events.save.click();
  await events.confirm('Add');
  await expect(app.toast('Event added successfully!')).toBeVisible();
  expect(await agenda.titles()).toEqual([DINNER.Title]);
});
