// Configures an app that sends mail to a test server, and observes its messages.
import { expect } from 'vitest';
import { listMails, type Mail } from '../../src/contract/mail/mails.ts';
import type { Client } from './client.ts';
import { only } from './ledger.ts';
import { patience } from './patience.ts';
import type { Behaviour, MailServer } from './smtp.ts';
import { waitFor } from './wait.ts';

/**
 * Silence ends a try after one second, or several on a busy machine, so that a slow server is not taken for a silent
 * one.
 */
export const mailEnvironment = ({ url }: MailServer): Record<string, string> => ({
  SMTP_URL: url,
  MAIL_FROM: 'Our Club <fines@club.test>',
  SMTP_TIMEOUT: String(Math.ceil(patience(1000) / 1000)),
});

/** Names a mail server at which nothing listens: members count as reachable, and nothing arrives. */
export const NO_MAIL_ARRIVES: Record<string, string> = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'fines@club.test' };

export const mailsOf = async (client: Client): Promise<Mail[]> => (await client.must(listMails, { query: {} })).items;

/** Waits until the only message is in this state; returns it. */
export const reachesState = (client: Client, state: Mail['state'], tries: number): Promise<Mail> =>
  waitFor(async () => {
    const mail = only(await mailsOf(client));
    expect(mail).toMatchObject({ state, tries });
    return mail;
  });

/** Sets the server's reaction at a step; otherwise it accepts everything. */
export const reactAt = (server: MailServer, step: string, reaction: Awaited<ReturnType<Behaviour>>): void =>
  server.behave((now) => (now.step === step ? reaction : 'ok'));
