// Events through the API: what the collected money is spent on (EVENT-4, EVENT-8, TOTAL-6).
import { afterAll, describe, expect, test } from 'vitest';
import { addEvent, deleteEvent, type EventForm, listEvents, updateEvent } from '../../src/contract/events.ts';
import { startApp, useAdministrator, useApp } from '../helpers/app.ts';
import { expectBooksRight } from '../helpers/books.ts';
import { addUser, eventForm, fineOne, mark, refusal } from '../helpers/ledger.ts';

const app = useApp();
const administrator = useAdministrator(app);

afterAll(() => expectBooksRight(app.db));

const picnic = (over: Partial<EventForm> = {}) =>
  eventForm({ title: 'Picnic', date: '2026-11-25', location: 'Rawal Lake', amount: 1200.75, ...over });
const list = () => administrator.must(listEvents, { query: {} });

describe('events', () => {
  test('none exist at first, and nothing is used [TOTAL-7]', async () => {
    expect(await list()).toMatchObject({ items: [], totalItems: 0, page: 1, pageSize: 50, totals: { usedAmount: 0 } });
  });

  test('deleting one is refused if its amount is no longer the one shown [EVENT-13]', async () => {
    const { event } = await administrator.must(addEvent, { body: picnic({ amount: 500 }) });
    const params = { eventId: event.id };
    await administrator.must(updateEvent, { params, body: { amount: 5000 } });
    const answer = await administrator.call(deleteEvent, { params, query: { amount: 500 } });
    expect(refusal(answer)).toMatchObject({
      status: 409,
      code: 'event-changed',
      details: { id: event.id, amount: 5000 },
    });
    expect((await administrator.call(deleteEvent, { params, query: { amount: 5000 } })).ok).toBe(true);
  });

  test('adding one stores the trimmed fields, and raises the used amount [EVENT-8]', async () => {
    const { event, totals } = await administrator.must(addEvent, { body: { ...picnic(), title: ' Picnic ' } });
    expect(event).toEqual({ id: expect.stringMatching(/^[2-9A-Z]{12}$/) as string, status: 'Upcoming', ...picnic() });
    expect(totals).toMatchObject({ usedAmount: 1200.75, collectedAmount: 0, availableBalance: -1200.75 });
    expect(await list()).toMatchObject({ items: [event], totals });
    await administrator.must(deleteEvent, { params: { eventId: event.id } });
  });

  test('the list says how much of the used amount is planned for days to come [EVENT-1]', async () => {
    const { planned: before } = await list();
    const add = (date: string, amount: number) => administrator.must(addEvent, { body: { ...picnic(), date, amount } });
    const added = [await add('2026-11-18', 100), await add('2026-11-19', 20), await add('2027-01-05', 3)];
    expect((await list()).planned).toBe(before + 23);
    for (const { event } of added) await administrator.must(deleteEvent, { params: { eventId: event.id } });
    expect((await list()).planned).toBe(before);
  });

  test('adding one answers its place in the list [EVENT-11]', async () => {
    const added: string[] = [];
    for (const [date, position] of [
      ['2026-12-05', 0],
      ['2026-12-20', 1],
      ['2026-12-01', 0],
      ['2026-12-19', 2],
    ] as const) {
      const answer = await administrator.must(addEvent, { body: { ...picnic(), date } });
      expect(answer.position).toBe(position);
      expect((await list()).items[position]?.id).toBe(answer.event.id);
      added.push(answer.event.id);
    }
    // As those are offered that cash is paid out for: of more than a page, the latest.
    const { items } = await administrator.must(listEvents, { query: { order: 'latest', pageSize: 3 } });
    expect(items.map(({ date }) => date)).toEqual(['2026-12-20', '2026-12-19', '2026-12-05']);
    for (const eventId of added) await administrator.must(deleteEvent, { params: { eventId } });
  });

  test('changing one replaces the fields and moves the used amount by the difference [EVENT-8]', async () => {
    const { event } = await administrator.must(addEvent, { body: picnic() });
    const body = { title: 'Dinner', description: 'Indoors', date: '2026-12-01', location: 'Hall', amount: 200 };
    const changed = await administrator.must(updateEvent, { params: { eventId: event.id }, body });
    expect(changed.event).toEqual({ id: event.id, status: 'Upcoming', ...body });
    expect(changed.totals.usedAmount).toBe(200);
    const deleted = await administrator.must(deleteEvent, { params: { eventId: event.id } });
    expect(deleted).toMatchObject({ id: event.id, totals: { usedAmount: 0 } });
  });

  test('changing one leaves fields that were not sent as others have set them in the meantime [EVENT-9]', async () => {
    const { event } = await administrator.must(addEvent, { body: picnic() });
    const params = { eventId: event.id };
    await administrator.must(updateEvent, { params, body: { date: '2026-12-02', location: ' Hall ' } });
    const { totals } = await administrator.must(updateEvent, { params, body: { amount: 300 } });
    expect(totals.usedAmount).toBe(300);
    for (const body of [
      {},
      { titel: 'Dinner' },
      { title: ' ' },
      { amount: -1 },
      { amount: null },
      { date: '2026-02-30' },
    ]) {
      const answer = await administrator.call(updateEvent, { params, body: body as never });
      expect(refusal(answer)).toMatchObject({ status: 400, code: 'invalid-input' });
    }
    expect((await list()).items).toEqual([{ ...event, date: '2026-12-02', location: 'Hall', amount: 300 }]);
    await administrator.must(deleteEvent, { params });
  });

  test('the available balance is what was collected minus what is used [TOTAL-6]', async () => {
    const { id } = await addUser(administrator);
    const paid = await fineOne(administrator, id, { amount: 500 });
    await fineOne(administrator, id, { amount: 80, date: '2026-01-01' });
    await mark(administrator, paid.id, 'Paid');
    const { event, totals } = await administrator.must(addEvent, { body: picnic({ amount: 199.99 }) });
    expect(totals).toMatchObject({
      collectedAmount: 500,
      usedAmount: 199.99,
      availableBalance: 300.01,
      pendingFinesAmount: 80,
    });
    await administrator.must(deleteEvent, { params: { eventId: event.id } });
  });

  test('unknown and deleted ones are not found [EVENT-9]', async () => {
    const { event } = await administrator.must(addEvent, { body: picnic() });
    await administrator.must(deleteEvent, { params: { eventId: event.id } });
    for (const eventId of [event.id, 'NOEVENT22222']) {
      const expected = { status: 404, code: 'event-not-found', message: 'Event not found' };
      expect(refusal(await administrator.call(deleteEvent, { params: { eventId } }))).toMatchObject(expected);
      expect(refusal(await administrator.call(updateEvent, { params: { eventId }, body: picnic() }))).toMatchObject(
        expected,
      );
    }
  });

  test('the status follows the organisation’s day [EVENT-4]', async () => {
    const own = await startApp();
    const client = await own.administrator();
    // 00:30 on the 18th in Karachi.
    own.clock.set('2026-11-17T19:30:00Z');
    const expected = {
      '2026-11-17': 'Completed',
      '2026-11-18': 'Today',
      '2026-11-19': 'Soon',
      '2026-11-21': 'Soon',
      '2026-11-22': 'Upcoming',
    };
    for (const [date, status] of Object.entries(expected).toReversed()) {
      expect((await client.must(addEvent, { body: picnic({ date }) })).event.status).toBe(status);
    }
    const { items } = await client.must(listEvents, { query: {} });
    expect(items.map(({ date, status }) => [date, status])).toEqual(Object.entries(expected));
    own.clock.set('2026-11-17T18:59:00Z');
    expect((await client.must(listEvents, { query: {} })).items.map(({ status }) => status)).toEqual([
      'Today',
      'Soon',
      'Soon',
      'Upcoming',
      'Upcoming',
    ]);
    await own.stop();
  });

  test('are listed earliest first, in pages that together are the whole list [EVENT-2]', async () => {
    const own = await startApp();
    const client = await own.administrator();
    const days = Array.from({ length: 23 }, (_, n) => `2026-${String((n % 12) + 1).padStart(2, '0')}-15`);
    for (const date of days) await client.must(addEvent, { body: picnic({ date, amount: 1 }) });
    const all = await client.must(listEvents, { query: { pageSize: 100 } });
    expect(all.items.map(({ date }) => date)).toEqual(days.toSorted());
    const pages: string[] = [];
    for (let page = 1; page <= 6; page += 1) {
      const { items, totalItems } = await client.must(listEvents, { query: { page, pageSize: 5 } });
      expect(totalItems).toBe(23);
      pages.push(...items.map(({ id }) => id));
    }
    expect(pages).toEqual(all.items.map(({ id }) => id));
    await own.stop();
  });
});
