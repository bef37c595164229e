// A mail server for tests: it accepts messages, and misbehaves at given steps.
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

/**
 * The steps of a message, in order. `data`: the first part of its text has arrived. `end`: all of its text has arrived,
 * but no answer has been sent.
 */
export const STEPS = ['connect', 'mail', 'rcpt', 'data', 'end'] as const;
export type Step = (typeof STEPS)[number];

/** A reply such as `451 Greylisted`; `drop` closes the connection; `stall` goes silent. A promise is awaited first. */
export type Behaviour = (at: { step: Step; to: string }) => Reaction | Promise<Reaction>;
type Reaction = 'ok' | 'drop' | 'stall' | `${4 | 5}${number} ${string}`;

export interface Received {
  to: string;
  messageId: string;
  /** headers and body as received */
  raw: string;
  /** whether the server acknowledged the message */
  answered: boolean;
}

export interface MailServer {
  port: number;
  url: string;
  received: Received[];
  /** the steps reached by all messages */
  steps: Step[];
  /** recipients of messages whose text the server asked for */
  begun: Set<string>;
  logins: { user: string; isRight: boolean; encrypted: boolean }[];
  behave(behaviour: Behaviour): void;
  /** Stops: connections break, new ones are refused. */
  stop(): Promise<void>;
}

const replyError = (reply: string): Error =>
  Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) });

export interface MailServerOptions {
  /** the port of a server that comes back; a free one unless given */
  port?: number;
  /** where it listens */
  host?: string;
  /** `secure`: TLS from the first byte; otherwise it offers STARTTLS */
  tls?: { key: string; cert: string; secure: boolean };
  /** it accepts nothing from anybody else */
  login?: { user: string; password: string };
}

export async function startMailServer({
  port = 0,
  host = '127.0.0.1',
  tls,
  login,
}: MailServerOptions = {}): Promise<MailServer> {
  const received: Received[] = [];
  const steps: Step[] = [];
  const begun = new Set<string>();
  const logins: MailServer['logins'] = [];
  const sockets = new Set<Socket>();
  let behaviour: Behaviour = () => 'ok';

  const dropAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const react = async (step: Step, to: string, answer: (error?: Error | null) => void): Promise<Reaction> => {
    steps.push(step);
    const reaction = await behaviour({ step, to });
    if (reaction === 'ok') answer(null);
    else if (reaction === 'drop') dropAll();
    else if (reaction !== 'stall') answer(replyError(reaction));
    return reaction;
  };

  const server = new SMTPServer({
    authOptional: login === undefined,
    ...(tls ?? { hideSTARTTLS: true }),
    onAuth: ({ username, password }, { secure }, done) => {
      const isRight = username === login?.user && password === login?.password;
      logins.push({ user: username ?? '', isRight, encrypted: secure });
      if (isRight) done(null, { user: username });
      else done(replyError('535 Authentication credentials invalid'));
    },
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect: (_session, done) => void react('connect', '', done),
    onMailFrom: (_address, _session, done) => void react('mail', '', done),
    onRcptTo: ({ address }, _session, done) => void react('rcpt', address, done),
    async onData(stream, { envelope }, done) {
      const to = envelope.rcptTo[0]?.address ?? '';
      begun.add(to);
      let raw = '';
      stream.setEncoding('utf8');
      const reader = stream[Symbol.asyncIterator]();
      const next = async (): Promise<boolean> => {
        const { done: ended, value } = await reader.next();
        if (ended !== true) raw += value as string;
        return ended !== true;
      };
      try {
        await next();
        if ((await react('data', to, () => {})) !== 'ok') return;
        while (await next());
      } catch {
        return;
      }
      const message: Received = { to, raw, messageId: headerOf(raw, 'Message-ID'), answered: false };
      received.push(message);
      await react('end', to, (error) => {
        message.answered = error === null;
        done(error);
      });
    },
  });
  server.on('error', () => {});
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(port, host);
  await once(server.server, 'listening');
  const { port: actual } = server.server.address() as AddressInfo;
  return {
    port: actual,
    url: `smtp://${host}:${actual}`,
    received,
    steps,
    begun,
    logins,
    behave: (next) => (behaviour = next),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        dropAll();
      }),
  };
}

/** Decodes quoted-printable UTF-8. */
const unquoted = (text: string): string =>
  Buffer.from(
    text
      .replaceAll(/=\r?\n/g, '')
      .replaceAll(/=([\da-f]{2})/gi, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString();

/** A header, unfolded and with its encoded words decoded. */
export function headerOf(raw: string, name: string): string {
  const head = raw.split('\r\n\r\n', 1)[0] ?? '';
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  const line = lines.find((one) => one.toLowerCase().startsWith(`${name.toLowerCase()}:`)) ?? '';
  return line
    .slice(name.length + 1)
    .trim()
    .replaceAll(/(\?=) (?==\?)/g, '$1')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_all, kind: string, text: string) =>
      kind.toLowerCase() === 'b' ? Buffer.from(text, 'base64').toString() : unquoted(text.replaceAll('_', ' ')),
    );
}

/** The names of all headers. */
export const headersOf = (raw: string): string[] =>
  (raw.split('\r\n\r\n', 1)[0] ?? '')
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .map((line) => line.split(':', 1)[0] ?? '');

/** A decoded part of the message. */
export function partOf(raw: string, type: 'text/plain' | 'text/html'): string {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1] ?? '';
  const part = raw.split(`--${boundary}`).find((one) => one.includes(`Content-Type: ${type}`)) ?? '';
  const body = part.slice(part.indexOf('\r\n\r\n') + 4);
  return /Content-Transfer-Encoding: base64/i.test(part) ? Buffer.from(body, 'base64').toString() : unquoted(body);
}
