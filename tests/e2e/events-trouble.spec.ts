// The events screen: failures (EVENT-10), and concurrent changes in other windows. Nothing is lost or saved twice, and
// the screen shows the current state.
import { expect, DINNER, test } from './support/events.ts';
import { recordRequests } from './support/requests.ts';

const NO_ANSWER = 'No answer came from the server, so it is not known whether this was saved.';

test('"Error: Failed to load data" where the events cannot be read, and they can be read again [EVENT-10]', async ({
  app,
  page,
  server,
  agenda,
  events,
}) => {
  await agenda.add('Picnic');
  // The screen's code is prefetched, so that only the events are missing.
  const screen = page.waitForResponse(/EventsScreen.*js/);
  await app.openDashboard();
  await (await screen).finished();
  await app.expectPrefetched();
  await server.stop();
  await app.menuLink('Events').click();
  await expect(app.toast('Error: Failed to load data')).toBeVisible();
  await expect(page.getByText('No events found')).toHaveCount(0);
  await expect(events.card('Available Balance')).toContainText('—');
  // Before the server is back: after that the screen refetches by itself and the button disappears.
  await page.getByRole('button', { name: 'Try again' }).click();
  await server.start();
  await expect(events.row('Picnic')).toBeVisible();
});

test('"Error: Could not add event": the form stays, and trying again adds one [EVENT-10]', async ({
  app,
  page,
  server,
  agenda,
  events,
}) => {
  await events.open();
  const sent = recordRequests(page, 'POST ');
  await events.addButton.click();
  await events.fill(DINNER);
  await server.stop();
  await events.save.click();
  await events.confirm('Add');
  await expect(events.form.getByRole('button', { name: 'Please wait...' })).toHaveAttribute('aria-disabled', 'true');
  await expect(app.toast('Error: Could not add event')).toContainText(NO_ANSWER);
  await expect(events.form).toContainText('it is not known whether this was saved');
  await expect(events.field('Amount')).toHaveValue(DINNER.Amount);
  await server.start();
  await events.save.click();
  await events.confirm('Add');
  await expect(app.toast('Event added successfully!')).toBeVisible();
  expect(await agenda.titles()).toEqual([DINNER.Title]);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
});

test('"Error: Could not update event": what was typed stays [EVENT-10]', async ({ app, server, agenda, events }) => {
  await agenda.add('Picnic');
  await events.open();
  await events.action('Edit', 'Picnic').click();
  await events.fill({ Location: 'Lake' });
  await server.stop();
  await events.save.click();
  await events.confirm('Update');
  await expect(app.toast('Error: Could not update event')).toContainText(NO_ANSWER);
  await expect(events.field('Location')).toHaveValue('Lake');
  await server.start();
  await events.save.click();
  await events.confirm('Update');
  await expect(events.row('Picnic', 'Lake')).toBeVisible();
});

test('"Error: Could not delete event": row and figures come back [EVENT-10]', async ({
  app,
  server,
  agenda,
  events,
}) => {
  await agenda.add('Picnic', { amount: 1500 });
  await events.open();
  await expect(events.card('Amount Used')).toContainText('Rs. 1,500.00');
  await server.stop();
  await events.delete('Picnic');
  await expect(events.row('Picnic')).toHaveCount(0);
  await expect(events.card('Amount Used')).toContainText('Rs. 0.00');
  await expect(app.toast('Error: Could not delete event')).toContainText(NO_ANSWER);
  await expect(events.row('Picnic')).toBeVisible();
  await expect(events.card('Amount Used')).toContainText('Rs. 1,500.00');
});

test('an event that another window deleted is refused with a plain reason [EVENT-9]', async ({
  app,
  agenda,
  events,
}) => {
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

test('an edit keeps what another window saved meanwhile, and overwrites only its own fields [SCREEN-9]', async ({
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
