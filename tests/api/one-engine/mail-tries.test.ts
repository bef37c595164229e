// What happens to a message if the mail server refuses it, defers it, falls silent or closes the connection.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listMails, sendMailAgain, sendTestMail, type Mail } from '../../../src/contract/mail/mails.ts';
import { startApp, type TestApp } from '../../helpers/app.ts';
import type { Client } from '../../helpers/client.ts';
import { ADMINISTRATOR } from '../../helpers/instance.ts';
import { addUser, fineOne, only, refusal, setRule } from '../../helpers/ledger.ts';
import { mailEnvironment, mailsOf, reachesState, reactAt } from '../../helpers/outbox.ts';
import { headerOf, type MailServer, startMailServer } from '../../helpers/smtp.ts';
import { waitFor } from '../../helpers/wait.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
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
const again = (mailId: string) => administrator.call(sendMailAgain, { params: { mailId } });
const reaches = (state: Mail['state'], tries: number): Promise<Mail> => reachesState(administrator, state, tries);
const at = (step: string, reaction: Parameters<typeof reactAt>[2]): void => reactAt(server, step, reaction);
const minutesTo = ({ nextTryAt }: Mail): number => (Date.parse(nextTryAt ?? '') - app.clock.now()) / MINUTE;

describe('a message', () => {
  test('arrives once, from the configured address, under its own Message-ID [MAIL-1] [MAIL-2]', async () => {
    expect(await write()).toMatchObject({ state: 'waiting', tries: 0, address: ADMINISTRATOR.email });
    expect(await reaches('sent', 1)).toMatchObject({
      nextTryAt: null,
      reply: expect.stringContaining('250') as string,
    });
    const { raw, to, messageId } = only(server.received);
    expect(to).toBe(ADMINISTRATOR.email);
    expect(headerOf(raw, 'From')).toBe('Our Club <fines@club.test>');
    expect(headerOf(raw, 'Subject')).toBe('A test message');
    expect(messageId).toMatch(/^<[\da-f-]{36}@club\.test>$/);
    expect(Date.parse(headerOf(raw, 'Date'))).toBe(app.clock.now());
  });

  test('that is refused for good is given up at once; a person can send it again [MAIL-4] [MAIL-6]', async () => {
    at('rcpt', '550 No such user');
    await write();
    const refused = await reaches('given-up', 1);
    expect(refused).toMatchObject({ reply: '550 No such user', nextTryAt: null });
    expect(await app.db.read.selectFrom('refused_addresses').selectAll().execute()).toMatchObject([
      { address_key: ADMINISTRATOR.email, refused_at: app.clock.now(), reply: '550 No such user' },
    ]);
    at('rcpt', 'ok');
    expect(await again(refused.id)).toMatchObject({ ok: true });
    await reaches('sent', 1);
    // A message that arrives there removes the note.
    await waitFor(async () =>
      expect(await app.db.read.selectFrom('refused_addresses').selectAll().execute()).toEqual([]),
    );
    expect(refusal(await again(refused.id))).toMatchObject({ code: 'mail-not-over' });
    expect(refusal(await again('unknown'))).toMatchObject({ code: 'mail-not-found' });
  });

  test.each([
    ['rcpt', '451 Greylisted'],
    ['end', '452 Out of storage'],
    ['connect', '421 Try later'],
    ['mail', '550 We do not know you'],
    ['rcpt', 'drop'],
    ['rcpt', 'stall'],
  ] as const)(
    'that the server defers at %s (%s) is tried again, then arrives once [MAIL-4]',
    async (step, reaction) => {
      at(step, reaction);
      await write();
      expect(minutesTo(await reaches('failed', 1))).toBe(1);
      app.clock.advance(MINUTE - 1);
      at(step, 'ok');
      expect(only(await list())).toMatchObject({ state: 'failed', tries: 1 });
      app.clock.advance(1);
      await reaches('sent', 2);
      expect(server.received.filter(({ answered }) => answered)).toHaveLength(1);
      expect(await app.db.read.selectFrom('refused_addresses').selectAll().execute()).toEqual([]);
    },
  );

  test('is tried again after 1, 5 and 30 minutes, 2 and 12 hours, then given up [MAIL-4]', async () => {
    at('rcpt', '450 Busy');
    await write();
    for (const [tries, pause] of [1, 5, 30, 120, 720].entries()) {
      expect(minutesTo(await reaches('failed', tries + 1))).toBe(pause);
      app.clock.advance(pause * MINUTE);
    }
    await reaches('given-up', 6);
    expect(server.received).toEqual([]);
  });

  test.each([
    ['data', 'drop'],
    ['end', 'drop'],
    ['end', 'stall'],
  ] as const)(
    'whose answer was lost (%s, %s) has an unknown result, and only a person sends it again [MAIL-5]',
    async (step, reaction) => {
      at(step, reaction);
      await write();
      const lost = await reaches('unknown', 1);
      at(step, 'ok');
      app.clock.advance(13 * HOUR);
      const { steps } = server;
      const before = steps.length;
      // Messages to other people are still sent.
      await write();
      await waitFor(async () => expect((await list()).map(({ state }) => state)).toEqual(['sent', 'unknown']));
      expect(steps.length - before).toBe(5);
      expect(await again(lost.id)).toMatchObject({ ok: true });
      await waitFor(async () => expect((await list()).map(({ state }) => state)).toEqual(['sent', 'sent']));
      const ids = server.received.map(({ messageId }) => messageId);
      // Both copies have the same Message-ID, so the reader's mail program can recognise them.
      if (step === 'end') expect(new Set(ids).size).toBe(2);
    },
  );
});

describe('a refused address is the only one that waits: the others get theirs at once [MAIL-4]', () => {
  const GOOD = ['Good 1', 'Good 2', 'Good 3'];
  /** Fines these people in this order, and goes to the minute in which they are told. */
  const tell = async (names: readonly string[]): Promise<void> => {
    await setRule(administrator, true, 'tell-members');
    for (const userName of names) {
      const { id } = await addUser(administrator, { userName, userEmail: `${userName.replace(' ', '')}@club.test` });
      await fineOne(administrator, id);
    }
    app.clock.advance(MINUTE);
  };
  const states = async (): Promise<Record<string, string>> =>
    Object.fromEntries((await list()).map(({ name, state, tries }) => [name, `${state} ${tries}`]));
  const become = (expected: Record<string, string>): Promise<void> =>
    waitFor(async () => expect(await states()).toEqual(expected));
  const all = (names: readonly string[], state: string): Record<string, string> =>
    Object.fromEntries(names.map((name) => [name, state]));
  const isBad = (to: string): boolean => to.startsWith('Bad');

  test.each([
    ['rcpt', '452 Mailbox full', 1, 'failed 1'],
    ['rcpt', '550 No such user', 7, 'given-up 1'],
    // A verdict on the connection, not on the address.
    ['rcpt', '503 Bad sequence of commands', 2, 'failed 1'],
    ['rcpt', '421 Closing', 2, 'failed 1'],
    ['rcpt', 'drop', 2, 'failed 1'],
    ['end', '554 Not this text', 2, 'given-up 1'],
    ['end', '452 Out of storage', 2, 'failed 1'],
  ] as const)('at %s, %s, %i of them', async (step, reaction, count, ending) => {
    const bad = Array.from({ length: count }, (_, n) => `Bad ${n + 1}`);
    server.behave((now) => (now.step === step && isBad(now.to) ? reaction : 'ok'));
    await tell([...bad, ...GOOD]);
    await become({ ...all(bad, ending), ...all(GOOD, 'sent 1') });
    const refused = await app.db.read.selectFrom('refused_addresses').select('address_key').execute();
    expect(refused).toHaveLength(ending === 'given-up 1' ? count : 0);
    expect(server.received.filter(({ answered }) => answered)).toHaveLength(GOOD.length);
  });

  test('a connection that the server ends after some messages counts as no try', async () => {
    let onLine = 0;
    server.behave(({ step }) => {
      if (step === 'connect') onLine = 0;
      return step === 'mail' && ++onLine > 2 ? '421 Too many messages on this connection' : 'ok';
    });
    const names = [...GOOD, 'Good 4', 'Good 5'];
    await tell(names);
    await become(all(names, 'sent 1'));
    expect(server.received).toHaveLength(names.length);
  });

  test('of a server that breaks off with each message three are tried at a time, the others in turn', async () => {
    const bad = ['Bad 1', 'Bad 2', 'Bad 3', 'Bad 4'];
    server.behave(({ step, to }) => (step === 'rcpt' && isBad(to) ? 'drop' : 'ok'));
    await tell([...bad, ...GOOD]);
    await become({ ...all(bad, 'failed 1'), ...all(GOOD, 'waiting 0'), 'Bad 4': 'waiting 0' });
    app.clock.advance(MINUTE);
    await become({ ...all(bad, 'failed 2'), ...all(GOOD, 'waiting 0'), 'Bad 4': 'waiting 0' });
    app.clock.advance(MINUTE);
    await become({ ...all(bad, 'failed 2'), ...all(GOOD, 'sent 1'), 'Bad 4': 'failed 1' });
    expect(server.received).toHaveLength(GOOD.length);
  });
});

test('without a mail server nothing can be sent, and the list says so [MAIL-9]', async () => {
  const without = await startApp();
  try {
    const client = await without.administrator();
    expect(await client.must(listMails, { query: {} })).toMatchObject({ configured: false, from: '', items: [] });
    expect(refusal(await client.call(sendTestMail, {}))).toMatchObject({ code: 'mail-not-configured' });
  } finally {
    await without.stop();
  }
});
