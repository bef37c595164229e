// However often a request of any write arrives under its idempotency key, it is carried out once and gets the same response.
// tests/api/idempotency.test.ts shows how answers are kept on each engine.
import { copyFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OPERATIONS } from '../../../src/contract/index.ts';
import { startApp, type TestApp } from '../../helpers/app.ts';
import { dump, expectBooksRight } from '../../helpers/books.ts';
import { createClient } from '../../helpers/client.ts';
import { newDatabaseUrl } from '../../helpers/database.ts';
import { addSurcharge } from '../../helpers/late-surcharge.ts';
import { NO_MAIL_ARRIVES } from '../../helpers/outbox.ts';
import { type Form, validForms } from '../../helpers/refusals.ts';

const pathOf = (url: string): string => url.slice('file:'.length);

const prepared = await newDatabaseUrl();
let forms: Form[] = [];
let cookie = '';
const copies: (() => void)[] = [];

/** On a copy of the prepared database, so that the changes of one write do not affect the next. */
async function startOnCopy(): Promise<TestApp> {
  const { url: databaseUrl, remove } = await newDatabaseUrl();
  copies.push(remove);
  copyFileSync(pathOf(prepared.url), pathOf(databaseUrl));
  return startApp({ databaseUrl, environment: NO_MAIL_ARRIVES });
}

beforeAll(async () => {
  const first = await startApp({ databaseUrl: prepared.url, environment: NO_MAIL_ARRIVES });
  await addSurcharge(first);
  const administrator = await first.administrator();
  forms = await validForms(administrator);
  ({ cookie } = administrator);
  // Empties the write-ahead log into the file.
  await first.stop();
});

afterAll(() => {
  for (const remove of [prepared.remove, ...copies]) remove();
});

test.each(OPERATIONS.filter(({ writes }) => writes).map(({ id }) => id))(
  '%s is carried out once [WRITE-4]',
  async (operationId) => {
    const { db, url, clock, stop } = await startOnCopy();
    const form = forms.find(({ operation }) => operation.id === operationId);
    if (form === undefined) throw new Error(`${operationId} has no form`);
    const client = createClient(url, form.by?.cookie ?? cookie);
    const send = () =>
      client.fetch(form.path, {
        method: form.operation.method,
        headers: { 'idempotency-key': 'the-same-key', ...(form.body && { 'content-type': 'application/json' }) },
        ...(form.body && { body: JSON.stringify(form.body) }),
      });
    const before = await dump(db);
    const first = await send();
    expect(first.status).toBe(200);
    const answer = await first.text();
    const after = await dump(db);
    expect(after).not.toEqual(before);
    clock.advance(60_000);
    for (let n = 0; n < 3; n += 1) {
      const repeated = await send();
      expect({ status: repeated.status, text: await repeated.text() }).toEqual({ status: 200, text: answer });
    }
    expect(await dump(db)).toEqual(after);
    await expectBooksRight(db);
    await stop();
  },
);
