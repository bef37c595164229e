// The events screen: failures (EVENT-10), and concurrent changes in other windows. Nothing is lost or saved twice, and
// the screen shows the current state.
import { tryAgain } from './support/app.ts';
import { expect, DINNER, test } from './support/events.ts';
import { skipPauses } from './support/clock.ts';
import { holdWrites, recordRequests } from './support/requests.ts';

const NO_ANSWER = 'The server did not answer, so it is not known whether this was saved.';

test('failures to load, add, update or delete are reported; input is kept, a row comes back, and a retry is carried out once; an edit keeps what another window saved in the meantime, and of a deleted event is refused with the reason [SCREEN-9, EVENT-9, EVENT-10, EVENT-14]', async ({
  proxiedApp: app,
  proxiedEvents: events,
  faultyProxy,
  page,
  agenda,
}) => {
  await agenda.add('Picnic', { amount: 1500 });
  await skipPauses(page);
  faultyProxy.dropResponses('GET /api/events');
  await events.open();
  await expect(app.toast('Error: Failed to load data')).toBeVisible();
  await expect(page.getByText('No events found')).toHaveCount(0);
  await expect(events.card('Available Balance')).toContainText('—');
  await tryAgain(page, () => faultyProxy.restore());
  await expect(events.row('Picnic')).toBeVisible();

  const sent = recordRequests(page, 'POST ');
  await events.addButton.click();
  await events.fill(DINNER);
  faultyProxy.dropResponses('POST /api/events ');
  const send = await holdWrites(page, '**/api/events');
  await events.save.click();
  await events.confirm('Add');
  await expect(events.form.getByRole('button', { name: 'Please wait...' })).toHaveAttribute('aria-disabled', 'true');
  send();
  await expect(app.toast('Error: Could not add event')).toContainText(NO_ANSWER);
  await expect(events.form).toContainText('it is not known whether this was saved');
  await expect(events.field('Amount')).toHaveValue(DINNER.Amount);
  faultyProxy.restore();
  await events.save.click();
  await events.confirm('Add');
  await expect(app.toast('Event added successfully!')).toBeVisible();
  expect((await agenda.titles()).toSorted()).toEqual([DINNER.Title, 'Picnic']);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);

  await expect(events.card('Amount Used')).toContainText('Rs. 14,000.50');
  const end = await holdWrites(page, '**/api/events/*');
  await events.delete('Picnic');
  await expect(events.row('Picnic')).toHaveCount(0);
  await expect(events.card('Amount Used')).toContainText('Rs. 12,500.50');
  end('refuse');
  await expect(events.row('Picnic')).toBeVisible();
  await expect(events.card('Amount Used')).toContainText('Rs. 14,000.50');

  await page.unroute('**/api/events/*');
  const outing = await agenda.add('Outing', { location: 'Park', amount: 100 });
  const supper = await agenda.add('Supper');
  await events.action('Edit', 'Outing').click();
  await events.fill({ Amount: '250' });
  await agenda.change(outing, { location: 'Lake' });
  await expect(events.field('Location')).toHaveValue('Lake');
  await expect(events.field('Amount')).toHaveValue('250');
  await events.save.click();
  await events.confirm('Update');
  await expect(events.row('Outing', 'Lake', 'Rs. 250.00')).toBeVisible();

  await events.action('Edit', 'Outing').click();
  await events.fill({ Amount: '500' });
  await agenda.change({ ...outing, location: 'Lake' }, { amount: 400 });
  await expect(events.field('Amount')).toHaveAccessibleDescription('Somebody else has saved this meanwhile: 400');
  await expect(events.field('Amount')).toHaveValue('500');
  await events.save.click();
  await events.confirm('Update');
  await expect(events.row('Outing', 'Lake', 'Rs. 500.00')).toBeVisible();

  await events.action('Delete', 'Outing').click();
  await agenda.remove({ ...outing, amount: 500 });
  await events.confirm('Delete');
  await expect(app.toast(/Error: Could not delete event.*has been deleted in the meantime/s)).toBeVisible();
  await expect(events.row('Outing')).toHaveCount(0);

  await events.action('Edit', 'Supper').click();
  await events.fill({ Amount: '7000' });
  await agenda.remove(supper);
  await events.save.click();
  await events.confirm('Update');
  await expect(app.toast(/Error: Could not update event.*has been deleted in the meantime/s)).toBeVisible();
  await expect(events.field('Amount')).toHaveValue('7000');
});
