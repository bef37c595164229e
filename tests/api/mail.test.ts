// The outbox on both engines: its states in the database, and one sender among several processes.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sendTestMail, type Mail } from '../../src/contract/mail/mails.ts';
import { startApp, type TestApp } from '../helpers/app.ts';
import type { Client } from '../helpers/client.ts';
import { testClock } from '../helpers/clock.ts';
import { mailEnvironment, mailsOf, reachesState, reactAt } from '../helpers/outbox.ts';
import { type MailServer, startMailServer } from '../helpers/smtp.ts';
import { waitFor } from '../helpers/wait.ts';

const MINUTE = 60_000;
let server: MailServer;
let app: TestApp;
let administrator: Client;

const environment = () => mailEnvironment(server);
beforeEach(async () => {
  server = await startMailServer();
  app = await startApp({ environment: environment() });
  administrator = await app.administrator();
});
afterEach(async () => {
  await app.stop();
  await server.stop();
});

const list = (client = administrator) => mailsOf(client);
const write = () => administrator.must(sendTestMail, {});
const reaches = (state: Mail['state'], tries: number): Promise<Mail> => reachesState(administrator, state, tries);
const at = (step: string, reaction: Parameters<typeof reactAt>[2]): void => reactAt(server, step, reaction);

test('a message arrives once [MAIL-2]', async () => {
  await write();
  await reaches('sent', 1);
  expect(server.received).toHaveLength(1);
});

test('if the mail server is away, nothing waits for it: all messages due are tried again later, and then arrive [MAIL-4] [MAIL-8]', async () => {
  const { port } = server;
  await server.stop();
  for (let n = 0; n < 3; n++) await write();
  await waitFor(async () =>
    expect((await list()).map(({ state, tries }) => `${state} ${tries}`)).toEqual(Array(3).fill('failed 1')),
  );
  server = await startMailServer({ port });
  app.clock.advance(MINUTE);
  await waitFor(async () => expect((await list()).map(({ state }) => state)).toEqual(Array(3).fill('sent')));
  expect(new Set(server.received.map(({ messageId }) => messageId)).size).toBe(3);
});

describe('several processes', () => {
  test('have one sender, and another takes over when it ends [MAIL-3]', async () => {
    const beside = await startApp({ databaseUrl: app.databaseUrl, clock: app.clock, environment: environment() });
    try {
      const other = await beside.administrator();
      let lines = 0;
      let most = 0;
      server.behave(({ step }) => {
        if (step === 'mail') most = Math.max(most, ++lines);
        if (step === 'end') lines--;
        return 'ok';
      });
      const writes = Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? administrator : other).must(sendTestMail, {}));
      await Promise.all(writes);
      await waitFor(async () => expect(server.received).toHaveLength(10));
      await app.stop();
      await other.must(sendTestMail, {});
      await waitFor(async () => expect((await list(other)).every(({ state }) => state === 'sent')).toBe(true));
      expect(most).toBe(1);
      expect(new Set(server.received.map(({ messageId }) => messageId)).size).toBe(11);
      expect(server.received).toHaveLength(11);
    } finally {
      await beside.stop();
      app = await startApp({ environment: environment() });
    }
  });

  test('if one is killed while sending, the result is unknown and nothing is sent twice [MAIL-5]', async () => {
    at('end', 'stall');
    await write();
    await waitFor(() => expect(server.received).toHaveLength(1));
    // The state that a killed process leaves behind.
    await app.db.write.updateTable('mails').set({ state: 'sending', next_try_at: app.clock.now() }).execute();
    app.clock.advance(MINUTE);
    const beside = await startApp({
      databaseUrl: app.databaseUrl,
      clock: testClock(new Date(app.clock.now()).toISOString()),
      environment: environment(),
    });
    try {
      await reaches('unknown', 1);
      expect(server.received).toHaveLength(1);
    } finally {
      await beside.stop();
    }
  });
});
