// E-mail goes only over an encrypted connection to the server in SMTP_URL, and nobody else can read the password.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Mail, sendTestMail } from '../../../src/contract/mail/mails.ts';
import { type Certificates, makeCertificates } from '../../helpers/certificates.ts';
import { newDatabaseUrlWithAdministrator } from '../../helpers/auth.ts';
import { type Client, signInAt } from '../../helpers/client.ts';
import type { DatabaseUrl } from '../../helpers/database.ts';
import { ADMINISTRATOR } from '../../helpers/instance.ts';
import { mailsOf } from '../../helpers/outbox.ts';
import { patience } from '../../helpers/patience.ts';
import { type ServerProcess, startServerProcess } from '../../helpers/server-process.ts';
import { type MailServer, type MailServerOptions, startMailServer } from '../../helpers/smtp.ts';

/** Also this machine (on Linux), but only 127.0.0.1 and localhost may be used without encryption. */
const HOST = '127.0.0.2';
const LOGIN = { user: 'fines@club.test', password: 'p@ss/wörd' };
/** The password as in SMTP_URL, as typed, and as sent in the two ways of authentication. */
const SECRETS = [
  LOGIN.password,
  encodeURIComponent(LOGIN.password),
  Buffer.from(LOGIN.password).toString('base64'),
  Buffer.from(`\0${LOGIN.user}\0${LOGIN.password}`).toString('base64'),
];

let folder: string;
let certificates: Certificates;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'jurmana-tls-'));
  certificates = await makeCertificates(folder, HOST);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Scheme = 'smtp' | 'smtps';

/** Our server, whose mail server at a fixed address is replaced for each test. */
class Correspondent {
  readonly #server: ServerProcess;
  readonly #client: Client;
  readonly #port: number;
  readonly #database: DatabaseUrl;

  private constructor(server: ServerProcess, client: Client, port: number, database: DatabaseUrl) {
    this.#server = server;
    this.#client = client;
    this.#port = port;
    this.#database = database;
  }

  static async start(scheme: Scheme, environment: Record<string, string> = {}): Promise<Correspondent> {
    const free = await startMailServer({ host: HOST });
    await free.stop();
    const database = await newDatabaseUrlWithAdministrator();
    const [user, password] = [LOGIN.user, LOGIN.password].map(encodeURIComponent);
    const server = await startServerProcess({
      databaseUrl: database.url,
      account: ADMINISTRATOR,
      environment: {
        SMTP_URL: `${scheme}://${user}:${password}@${HOST}:${free.port}`,
        LOG_LEVEL: 'debug',
        ...environment,
      },
    });
    return new Correspondent(server, await signInAt(server.url, ADMINISTRATOR), free.port, database);
  }

  /** The outcome of one more message with such a mail server. */
  async send(options: MailServerOptions): Promise<{ mail: Mail; mailServer: MailServer }> {
    const mailServer = await startMailServer({ host: HOST, port: this.#port, login: LOGIN, ...options });
    try {
      const { id } = await this.#client.must(sendTestMail, {});
      const mail = await vi.waitFor(
        async () => {
          const found = (await mailsOf(this.#client)).find((one) => one.id === id);
          expect(['sent', 'failed']).toContain(found?.state);
          return found as Mail;
        },
        { timeout: patience(30_000), interval: 100 },
      );
      for (const secret of SECRETS) expect(mail.reply).not.toContain(secret);
      return { mail, mailServer };
    } finally {
      await mailServer.stop();
    }
  }

  /** All output, which must not contain the password. */
  output(): string {
    const output = this.#server.output();
    for (const secret of SECRETS) expect(output).not.toContain(secret);
    return output;
  }

  async stop(): Promise<void> {
    await this.#server.kill();
    this.#database.remove();
  }
}

describe('password and message', () => {
  test.each(['smtps', 'smtp'] as const)(
    'go over %s only to a server that a trusted certificate names; otherwise the list and the log say why [MAIL-17]',
    async (scheme) => {
      const tls = (name: Exclude<keyof Certificates, 'authority'>) => ({
        ...certificates[name],
        secure: scheme === 'smtps',
      });
      const ours = await Correspondent.start(scheme, { NODE_EXTRA_CA_CERTS: certificates.authority });
      try {
        for (const [name, reason] of [
          ['selfSigned', /^self-signed certificate$/],
          ['expired', /certificate has expired/],
          ['elsewhere', /does not match certificate's altnames/],
        ] as const) {
          const { mail, mailServer } = await ours.send({ tls: tls(name) });
          expect(mail).toMatchObject({ state: 'failed', tries: 1, reply: expect.stringMatching(reason) as string });
          expect(mailServer.logins).toEqual([]);
          expect(mailServer.received).toEqual([]);
        }
        expect(ours.output()).toMatch(/"reply":"self-signed certificate","msg":"the mail server cannot be used/);

        const refused = await ours.send({ tls: tls('good'), login: { ...LOGIN, password: 'another' } });
        expect(refused.mail).toMatchObject({ state: 'failed', reply: expect.stringMatching(/^535 /) as string });
        expect(refused.mailServer.logins[0]).toEqual({ user: LOGIN.user, isRight: false, encrypted: true });
        expect(refused.mailServer.received).toEqual([]);

        const taken = await ours.send({ tls: tls('good') });
        expect(taken.mail).toMatchObject({ state: 'sent', tries: 1 });
        expect(taken.mailServer.logins[0]).toEqual({ user: LOGIN.user, isRight: true, encrypted: true });
        expect(taken.mailServer.received.length).toBeGreaterThan(0);
        ours.output();
      } finally {
        await ours.stop();
      }
    },
  );

  test('are not sent without STARTTLS, or to a server whose authority NODE_EXTRA_CA_CERTS does not name [MAIL-17]', async () => {
    const ours = await Correspondent.start('smtp');
    try {
      for (const tls of [undefined, { ...certificates.good, secure: false }]) {
        const { mail, mailServer } = await ours.send(tls === undefined ? {} : { tls });
        expect(mail.state).toBe('failed');
        expect(mail.reply).not.toBe('');
        expect(mailServer.logins).toEqual([]);
      }
      expect(ours.output()).toContain('the mail server cannot be used');
    } finally {
      await ours.stop();
    }
  });
});
