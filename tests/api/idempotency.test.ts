// Idempotency keys: however often a request arrives, it is carried out once and gets the same response (WRITE-3 to
// WRITE-6). one-engine/done-once.test.ts shows that every write is done once.
import { ANSWER_RETENTION_MS } from '../../src/core/limits.ts';
import { request as httpRequest } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { addEvent } from '../../src/contract/events.ts';
import { addFines, assessFines, deleteFine } from '../../src/contract/fines/fines.ts';
import { addUser as add, deleteUser, listUsers, updateUser } from '../../src/contract/users.ts';
import { type CommandEnvironment, deleteExpiredAnswers, runCommand } from '../../src/server/ledger/command.ts';
import { useAdministrator, useApp } from '../helpers/app.ts';
import { dump, expectBooksRight } from '../helpers/books.ts';
import {
  addUser,
  confirmation,
  eventForm,
  fineOne,
  finesOf,
  only,
  userForm,
  refusal,
  submission,
} from '../helpers/ledger.ts';
import { givePassword, signedInWithAccess } from '../helpers/members.ts';

const app = useApp();
const administrator = useAdministrator(app);
let keys = 0;

afterAll(() => expectBooksRight(app.db));

const newKey = () => `key-of-a-test-${(keys += 1)}`;
/** A confirmed submission for a user who has no fines. */
const confirmed = (userId: string, over: { fineType?: string; amount?: number } = {}) => {
  const body = submission({ userIds: [userId], ...over });
  return { ...body, confirmed: [{ userId, amount: body.amount, doubled: false }] };
};

describe('the same key with the same input', () => {
  test('gets the first answer, whatever has happened since [WRITE-4]', async () => {
    const { id } = await addUser(administrator);
    const key = newKey();
    const first = await administrator.must(addFines, { body: confirmed(id) }, { key });
    await administrator.must(deleteFine, { params: { fineId: only(first.fineIds) } });
    await administrator.must(deleteUser, { params: { userId: id } });
    expect(await administrator.must(addFines, { body: confirmed(id) }, { key })).toEqual(first);
    expect(await finesOf(administrator, id)).toEqual([]);
  });

  test('still works for a person whose e-mail was changed in between [WRITE-4, WRITE-6]', async () => {
    const { user, client } = await signedInWithAccess(app, administrator, 'collector');
    const { id } = await addUser(administrator);
    const key = newKey();
    const first = await client.must(addFines, { body: confirmed(id) }, { key });
    const userEmail = `new-${user.userEmail}`;
    await administrator.must(updateUser, { params: { userId: user.id }, body: { userEmail } });
    await givePassword(app, { ...user, userEmail });
    const again = await app.enter(userEmail);
    expect(await again.must(addFines, { body: confirmed(id) }, { key })).toEqual(first);
    expect(await finesOf(administrator, id)).toHaveLength(1);
  });

  test('gets the answer that an older version stored, in its old shape', async () => {
    const key = newKey();
    const body = userForm({ userName: 'Stored by an older version' });
    const { signIn: _signIn, ...older } = await administrator.must(add, { body }, { key });
    const stored = app.db.write.updateTable('idempotency').set({ answer: JSON.stringify(older) });
    await stored.where('key', '=', key).execute();
    const before = await dump(app.db);
    const repeated = await administrator.call(add, { body }, { key });
    expect(repeated).toEqual({ ok: true, status: 200, value: older });
    expect(await dump(app.db)).toEqual(before);
  });

  test('ignores the order of keys, white space around values, and unknown keys', async () => {
    const key = newKey();
    const body = userForm({ userName: 'Same' });
    const first = await administrator.must(add, { body }, { key });
    const shuffled = Object.fromEntries(Object.entries({ ...body, userName: ' Same ', more: 1 }).toReversed());
    const answer = await administrator.fetch('/api/users', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(shuffled, null, 2),
    });
    expect(await answer.json()).toEqual(first);
  });

  test('sent twenty times at once adds one fine and gives twenty equal answers [WRITE-4]', async () => {
    const { id } = await addUser(administrator);
    for (let round = 0; round < 3; round += 1) {
      const body = submission({ userIds: [id], date: `2026-0${round + 1}-15` });
      const withCharges = { ...body, confirmed: [{ userId: id, amount: 100, doubled: false }] };
      const key = newKey();
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => administrator.must(addFines, { body: withCharges }, { key })),
      );
      for (const answer of answers) expect(answer).toEqual(answers[0]);
      expect((await finesOf(administrator, id)).length).toBe(round + 1);
    }
  });
});

describe('the same key with other input', () => {
  test('is refused, and nothing is changed [WRITE-5]', async () => {
    const { id } = await addUser(administrator);
    const key = newKey();
    await administrator.must(addFines, { body: confirmed(id) }, { key });
    const before = await dump(app.db);
    const expected = { status: 409, code: 'idempotency-key-reused' };
    const bodies = [
      confirmed(id, { amount: 101 }),
      confirmed(id, { fineType: 'Other' }),
      submission({ userIds: [id] }),
    ];
    for (const body of bodies) {
      expect(refusal(await administrator.call(addFines, { body }, { key }))).toMatchObject(expected);
    }
    expect(refusal(await administrator.call(add, { body: userForm() }, { key }))).toMatchObject(expected);
    expect(refusal(await administrator.call(deleteUser, { params: { userId: id } }, { key }))).toMatchObject(expected);
    expect(await dump(app.db)).toEqual(before);
  });

  test('is refused even if all arrive at once: one is carried out', async () => {
    const key = newKey();
    const bodies = Array.from({ length: 10 }, () => userForm({ userName: 'Racing with one key' }));
    const answers = await Promise.all(bodies.map((body) => administrator.call(add, { body }, { key })));
    expect(answers.filter(({ ok }) => ok).length).toBe(1);
    expect(answers.filter((answer) => !answer.ok && answer.code === 'idempotency-key-reused').length).toBe(9);
    expect((await administrator.must(listUsers, { query: { search: 'Racing with one key' } })).totalItems).toBe(1);
  });
});

describe('a key', () => {
  test('of 8 or 100 characters is accepted [WRITE-3]', async () => {
    for (const key of ['12345678', 'A-z'.padEnd(100, '0')]) {
      expect((await administrator.call(add, { body: userForm() }, { key })).status).toBe(200);
    }
  });

  test('of a refused request is free: the request can be corrected and sent again [WRITE-6]', async () => {
    const { id } = await addUser(administrator);
    await fineOne(administrator, id);
    const key = newKey();
    expect(refusal(await administrator.call(addFines, { body: confirmed(id) }, { key })).code).toBe('charges-changed');
    const body = submission({ userIds: [id] });
    const { charges } = await administrator.must(assessFines, { body });
    await administrator.must(addFines, { body: { ...body, confirmed: confirmation(charges) } }, { key });
    expect((await finesOf(administrator, id)).map(({ amount }) => amount)).toEqual([200, 100]);
  });

  test('belongs to its sender: the same key from somebody else is a different one [WRITE-6]', async () => {
    const environment: CommandEnvironment = {
      db: app.db,
      clock: app.clock,
      timeZone: 'Asia/Karachi',
      onCommit: () => {},
    };
    const key = newKey();
    const run = (actor: string, answer: string) =>
      runCommand(
        environment,
        {
          actor: { id: `user:${actor}`, name: actor },
          access: async () => 'administrator',
          action: 'fines.add',
          idempotencyKey: key,
          input: {},
        },
        async () => ({ answer }),
      );
    expect(await run('a@example.pk', 'first of a')).toEqual({ answer: 'first of a' });
    expect(await run('b@example.pk', 'first of b')).toEqual({ answer: 'first of b' });
    expect(await run('a@example.pk', 'second of a')).toEqual({ answer: 'first of a' });
  });

  test('is deleted after seven days [WRITE-6]', async () => {
    const key = newKey();
    const body = userForm();
    await administrator.must(add, { body }, { key });
    const stored = () => app.db.read.selectFrom('idempotency').selectAll().where('key', '=', key).execute();
    await deleteExpiredAnswers(app.db, app.clock.now() + ANSWER_RETENTION_MS);
    expect((await stored()).length).toBe(1);
    await deleteExpiredAnswers(app.db, app.clock.now() + ANSWER_RETENTION_MS + 1);
    expect(await stored()).toEqual([]);
  });
});

describe('a lost answer', () => {
  /** Sends the whole request, and closes the connection after `after` ms. */
  function sendAndBreak(path: string, key: string, body: unknown, after: number): Promise<void> {
    const url = new URL(`${app.url}${path}`);
    const text = JSON.stringify(body);
    return new Promise((resolve) => {
      const sent = httpRequest({
        host: url.hostname,
        port: url.port,
        path,
        method: 'POST',
        headers: {
          origin: app.url,
          cookie: administrator.cookie,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
          'idempotency-key': key,
        },
      });
      // An error is expected, because the connection is closed.
      sent.on('error', () => {});
      sent.on('close', () => resolve());
      sent.end(text, () => setTimeout(() => sent.destroy(), after));
    });
  }

  test.each([0, 1, 2, 3, 5, 8, 13])(
    'if the connection closes %i ms after sending, a repeat finds what the first request did, or does it',
    async (after) => {
      const { id } = await addUser(administrator);
      const key = newKey();
      const body = confirmed(id);
      await sendAndBreak('/api/fines', key, body, after);
      const repeated = await administrator.must(addFines, { body }, { key });
      await wait(20);
      expect((await finesOf(administrator, id)).map((fine) => fine.id)).toEqual(repeated.fineIds);
      const event = eventForm({ amount: after });
      const other = newKey();
      await sendAndBreak('/api/events', other, event, after);
      const { event: added } = await administrator.must(addEvent, { body: event }, { key: other });
      await wait(20);
      const rows = await app.db.read
        .selectFrom('events')
        .select('id')
        .where('amount', '=', after * 100)
        .execute();
      expect(rows).toEqual([{ id: added.id }]);
    },
  );
});
