// A connection to the mail server, which sends one message after the other, and the meaning of its answers.
import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { isOfConnection, type Outcome, outcomeOf } from '../../core/mail/delivery.ts';
import type { MailConfig } from '../config/mail-config.ts';
import type { Mail } from './mails.repository.ts';

/** No connection to the server can be opened. The error's message is its reply. */
export class ServerAway extends Error {}

export interface Sent {
  outcome: Outcome;
  /** the server's reply, or why there was none */
  reply: string;
  /** 'connection': the failure says nothing about the message, whose text was not begun */
  about: 'message' | 'connection';
}

export interface SmtpLine {
  /**
   * Sends a message. `begin` is called before its text is sent; if it returns false the text is not sent and the result
   * is null. Throws whatever `begin` throws. After anything but an answer the connection is closed; after a refusal the
   * next message begins with RSET, since a refused recipient does not end the transaction (RFC 5321, 4.1.1.5).
   */
  send(mail: Mail, begin: () => Promise<boolean>): Promise<Sent | null>;
  readonly open: boolean;
  /** Aborts what is under way. */
  close(): void;
}

const MAX_REPLY = 300;

/** Throws ServerAway. */
export async function openLine(config: MailConfig): Promise<SmtpLine> {
  const { host, port, secure, requireTls, ignoreTls, login, timeoutMs } = config;
  const connection = new SMTPConnection({
    host,
    port,
    secure,
    requireTLS: requireTls,
    ignoreTLS: ignoreTls,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    socketCloseTimeout: 1000,
  });
  let open = true;
  /** a refusal left the server in the middle of a transaction */
  let isMidway = false;
  let trouble: Error | null = null;
  let onEnd = (_error: Error): void => {};
  connection.on('error', (error: Error) => (trouble = error));
  // Also emitted if the connection was closed here, when a message under way would not end by itself.
  connection.on('end', () => {
    open = false;
    onEnd(trouble ?? new Error('The connection was closed'));
  });
  const close = (): void => {
    open = false;
    connection.close();
  };
  try {
    await new Promise<void>((resolve, reject) => {
      onEnd = reject;
      connection.once('error', reject);
      connection.connect((error) => (error === undefined || error === null ? resolve() : reject(error)));
    });
    if (login !== null) {
      await new Promise<void>((resolve, reject) => {
        onEnd = reject;
        connection.login({ user: login.user, pass: login.password }, (error) =>
          error === null || error === undefined ? resolve() : reject(error),
        );
      });
    }
  } catch (error) {
    close();
    throw new ServerAway(replyOf(error));
  }
  const reset = async (): Promise<void> => {
    await new Promise<void>((resolve, reject) => {
      onEnd = reject;
      connection.reset((error) => (error === null || error === undefined ? resolve() : reject(error)));
    });
    isMidway = false;
  };
  return {
    get open() {
      return open;
    },
    close,
    async send(mail, begin) {
      try {
        if (isMidway) await reset();
      } catch (error) {
        close();
        return { outcome: 'later', reply: replyOf(error), about: 'connection' };
      }
      const message = await compose(mail, config);
      let asked: Promise<boolean> | null = null;
      let hasLeft = false;
      const text = new Readable({
        read() {
          if (asked !== null) return;
          asked = begin();
          void begins(asked, this);
        },
      });
      const begins = async (asking: Promise<boolean>, stream: Readable): Promise<void> => {
        const shouldSend = await asking.catch(() => false);
        if (!shouldSend) stream.destroy(new Error('Not begun'));
        // The connection may have ended in the meantime.
        if (stream.destroyed) return;
        hasLeft = true;
        stream.push(message);
        stream.push(null);
      };
      const envelope = { from: config.from.address, to: [mail.address], size: message.length };
      try {
        const { response } = await new Promise<{ response: string }>((resolve, reject) => {
          onEnd = reject;
          connection.send(envelope, text, (error, info) => {
            if (error !== null && error !== undefined) reject(error);
            else resolve(info ?? { response: '' });
          });
        });
        return { outcome: 'accepted', reply: shortened(response), about: 'message' };
      } catch (error) {
        const begun = await (asked as Promise<boolean> | null)?.catch((failure: unknown) => {
          close();
          throw failure;
        });
        if (begun === false) {
          close();
          return null;
        }
        isMidway = true;
        if (readFailure(error).code === null && !isUnsendable(error, hasLeft)) close();
        return fate(error, { begun: begun === true, hasLeft });
      }
    },
  };
}

/** What a failure means for the message. */
function fate(error: unknown, { begun, hasLeft }: { begun: boolean; hasLeft: boolean }): Sent {
  const { code, command, reply } = readFailure(error);
  if (isUnsendable(error, hasLeft)) return { outcome: 'refused', reply, about: 'message' };
  const atMessage = (command === 'RCPT TO' || command === 'DATA') && !isOfConnection(code);
  const outcome = outcomeOf(code, atMessage || hasLeft ? 'message' : 'connection', hasLeft);
  return { outcome, reply, about: atMessage || begun ? 'message' : 'connection' };
}

/** Not refused by the server: no command can carry this address. */
const isUnsendable = (error: unknown, hasLeft: boolean): boolean =>
  readFailure(error).code === null && !hasLeft && /^(EENVELOPE|EMESSAGE)$/.test(errorCode(error));

function readFailure(error: unknown): { code: number | null; command: string; reply: string } {
  const { responseCode = null, command = '' } = error as { responseCode?: number; command?: string };
  return { code: responseCode, command, reply: replyOf(error) };
}

const errorCode = (error: unknown): string => (error as { code?: string }).code ?? '';

/** The server's reply, or else what happened. Never what we sent, which may be the password. */
function replyOf(error: unknown): string {
  const { response, message } = error as { response?: string; message?: string };
  return shortened(response ?? (message ?? String(error)).replace(HINT, ''));
}

/** Node adds advice on how to start it, but the reader starts Jurmana instead (docs/operating.md). */
const HINT = /; if the root CA is installed locally, .*$/s;

const shortened = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_REPLY);

/** The message as sent: the same for each try. */
export function compose(mail: Mail, { from }: Pick<MailConfig, 'from'>): Promise<Buffer> {
  const composer = new MailComposer({
    from: { name: from.name || mail.sender, address: from.address },
    to: { name: mail.recipient, address: mail.address },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.message_id}>`,
    date: new Date(mail.queued_at),
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': mail.language },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}
