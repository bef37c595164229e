// The demonstration's office: the real server on a database, with a clock that advances through the years, and the
// people who work with it, who sign in and call its operations like anybody else.
import { sql } from 'kysely';
import { addApiKey } from '../../src/contract/sign-in/api-keys.ts';
import { acceptInvitation, signIn } from '../../src/contract/sign-in/auth.ts';
import type { CallInput, Operation, Output } from '../../src/contract/operation.ts';
import { createSignInLink } from '../../src/contract/users.ts';
import type { GrantedLevel } from '../../src/core/people/permission.ts';
import { createApp } from '../../src/server/app/app.ts';
import { createPasswords } from '../../src/server/auth/passwords/passwords.ts';
import { type Config, readConfig } from '../../src/server/config/config.ts';
import { connect } from '../../src/server/db/connect.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { clientOf } from '../../tests/helpers/client.ts';
import { httpRequest } from '../../tests/helpers/http-request.ts';
import { type DemoClock, demoClock } from './days.ts';
import { openPost, type Post } from './mail/post.ts';

export const PASSWORD = 'jurmana-demo';
/** The server's host name in requests. */
const HOST = 'localhost';
/** Shorter than 30 days, after which an unused session ends. */
const SIGNS_IN_AFTER_MS = 28 * 24 * 3_600_000;
const PHONE =
  'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';
const COMPUTER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

/** Somebody who signs in, with what they sign in on. */
export interface Colleague {
  email: string;
  onPhone?: boolean;
}

/** Calls operations as somebody; throws if one is refused. */
export type Hand = <O extends Operation>(operation: O, input: CallInput<O>) => Promise<Output<O>>;

export interface Office {
  config: Config;
  clock: DemoClock;
  administrator: Hand;
  as(colleague: Colleague): Hand;
  /** Makes a sign-in link for somebody, who uses it to choose a password. */
  letIn(by: Hand, colleague: Colleague & { id: string }): Promise<void>;
  /** From now on members can be told by e-mail. */
  beginMailing(): Promise<void>;
  /** null before beginMailing() */
  post(): Post | null;
  /** The office's machine with an API key. */
  machine(name: string, access: GrantedLevel): Promise<{ id: string; hand: Hand }>;
  close(): Promise<void>;
}

interface Headers {
  [name: string]: string;
}

/** Opens the office until `now`, on a new file that is flushed to the disk only when it is closed. */
export async function openOffice(options: { environment: NodeJS.ProcessEnv; now: number }): Promise<Office> {
  const config = readConfig({ ...options.environment, ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'silent' });
  const clock = demoClock(options.now, config.timeZone);
  const db = connect(config.databaseUrl);
  await sql`pragma synchronous = off`.execute(db.write);
  await migrate(db);
  // A hundred sign-ins at the real cost take longer than all the rest; the next sign-in of each renews its hash.
  const passwords = createPasswords({ ln: 4, r: 8, p: 1 });
  const open = (mail: Config['mail']) => createApp({ db, clock, config: { ...config, mail }, passwords });
  let { server } = await open(null);
  let post: Post | null = null;

  let requests = 0;
  const send = async <O extends Operation>(operation: O, input: CallInput<O>, headers: Headers) => {
    clock.tick();
    const key = `demonstration-${(requests += 1)}`;
    const { method, path, body, headers: own } = httpRequest(operation, input, { key });
    const answer = await server.inject({
      method,
      url: path,
      headers: { host: HOST, ...own, ...headers },
      payload: body,
    });
    if (answer.statusCode !== 200) throw new Error(`${operation.id} ${body}: ${answer.statusCode} ${answer.body}`);
    return { value: answer.json<Output<O>>(), cookies: [answer.headers['set-cookie'] ?? []].flat() };
  };

  const sessions = new Map<string, { cookie: string; since: number }>();
  const browserOf = ({ onPhone = false }: Colleague) => ({
    origin: `http://${HOST}`,
    'user-agent': onPhone ? PHONE : COMPUTER,
  });
  const opened = ({ email }: Colleague, cookies: readonly string[]) => {
    const session = { cookie: clientOf('', cookies).cookie, since: clock.now() };
    sessions.set(email, session);
    return session;
  };
  const signedIn = async (colleague: Colleague) => {
    const last = sessions.get(colleague.email);
    if (last !== undefined && clock.now() - last.since < SIGNS_IN_AFTER_MS) return last;
    const body = { email: colleague.email, password: PASSWORD };
    const { cookies } = await send(signIn, { body }, browserOf(colleague));
    return opened(colleague, cookies);
  };
  const as =
    (colleague: Colleague): Hand =>
    async (operation, input) => {
      const { cookie } = await signedIn(colleague);
      return (await send(operation, input, { ...browserOf(colleague), cookie })).value;
    };
  const administrator = as({ email: config.administratorEmail });

  return {
    config,
    clock,
    administrator,
    as,
    async letIn(by, colleague) {
      const { token } = await by(createSignInLink, { params: { userId: colleague.id } });
      const body = { token, password: PASSWORD };
      const { cookies } = await send(acceptInvitation, { body }, browserOf(colleague));
      opened(colleague, cookies);
    },
    async beginMailing() {
      await server.close();
      ({ server } = await open(config.mail));
      post = openPost({ db, clock, timeZone: config.timeZone, log: server.log }, config);
    },
    post: () => post,
    async machine(name, access) {
      const { apiKey, key } = await administrator(addApiKey, { body: { name, access, days: 1095 } });
      const hand: Hand = async (operation, input) =>
        (await send(operation, input, { authorization: `Bearer ${key}` })).value;
      return { id: apiKey.id, hand };
    },
    async close() {
      await server.close();
      await db.close();
    },
  };
}
