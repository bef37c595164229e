// Passkeys (WebAuthn): making one, signing in with one, and who needs one (docs/decisions/0036-ways-to-sign-in.md). The
// challenge is kept in a signed cookie, so that any process can check the answer and strangers cannot fill a table.
import { createHmac } from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Selectable, Transaction } from 'kysely';
import type { Passkey } from '../../../contract/sign-in/passkeys.ts';
import { MAX_PASSKEYS } from '../../../core/limits.ts';
import { handlesMoney } from '../../../core/people/permission.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database, Handle } from '../../db/types.ts';
import type { PasskeysTable, Schema } from '../../db/schema.ts';
import { AppError } from '../../base/errors.ts';
import { isRuleOn, type OnMissingRule } from '../../shared/rules.ts';
import { toInstant } from '../../shared/wire.ts';
import { signedCookie } from '../cookie.ts';
import type { Principal } from '../principal.ts';
import type { ChangeOwn } from '../current-access.ts';

/** The app as a browser knows it. */
export interface Site {
  /** e.g. `https://fines.example.pk` */
  origin: string;
  /** its host, to which a passkey is bound for good */
  id: string;
}

/** The challenge for a browser, and the cookie that remembers it. */
interface Question {
  options: Record<string, unknown>;
  cookie: string;
}

export interface Passkeys {
  /** Throws AppError `too-many-passkeys`. */
  startAdding(principal: Principal, site: Site): Promise<Question>;
  /** Throws AppError `passkey-refused`, `too-many-passkeys`. */
  add(principal: Principal, answer: Answer & { name: string }): Promise<Selectable<PasskeysTable>>;
  startSignIn(site: Site): Promise<Question>;
  /**
   * The owner's e-mail (a key) and the id of the passkey, if the answer is valid. Throws AppError `passkey-refused`.
   */
  verify(answer: Answer): Promise<{ email: string; passkeyId: string }>;
  /** Throws AppError `passkey-not-found`, and `passkey-needed` for the last passkey of somebody who needs one. */
  remove(principal: Principal, passkeyId: string): Promise<void>;
  /** The Set-Cookie value that removes the challenge. */
  readonly clearedCookie: string;
}

interface Answer {
  response: { id: string; [field: string]: unknown };
  /** the Cookie header */
  cookies: string | undefined;
  site: Site;
}

interface PasskeysParts {
  db: Database;
  clock: Clock;
  secret: string;
  secure: boolean;
  /** the database's name (secret.ts) */
  instance: string;
  onMissingRule: OnMissingRule;
  changeOwn: ChangeOwn;
}

/** How long somebody may take to answer on their device. */
const QUESTION_MS = 5 * 60 * 1000;
const NAME = 'Jurmana';
/** EdDSA, ES256, RS256 (IANA COSE): every device supports one of them, and their answers fit within the body limit. */
const ALGORITHMS = [-8, -7, -257];

/** Loaded on first use, since most servers are never asked for it. */
const webAuthn = () => import('@simplewebauthn/server');

export function createPasskeys({
  db,
  clock,
  secret,
  secure,
  instance,
  onMissingRule,
  changeOwn,
}: PasskeysParts): Passkeys {
  const cookie = signedCookie({
    purpose: 'passkey',
    secure,
    instance,
    secret: createHmac('sha256', secret).update('passkey cookie').digest('base64url'),
    path: '/api',
  });
  /**
   * `owner`: the account that a passkey is added to, empty at sign-in, so that an answer to one challenge is not
   * accepted for another.
   */
  const ask = (owner: string, { challenge }: { challenge: string }): string =>
    cookie.set([owner, clock.now() + QUESTION_MS, challenge].join(' '), QUESTION_MS / 1000);
  const asked = (owner: string, header: string | undefined): string => {
    const [of, until, challenge = ''] = (cookie.read(header) ?? '').split(' ');
    if (of !== owner || challenge === '' || !(Number(until) > clock.now())) throw new AppError('passkey-refused');
    return challenge;
  };

  return {
    async startAdding({ accountId, email, name }, site) {
      const own = await passkeysOf(db.read, accountId);
      if (own.length >= MAX_PASSKEYS) throw new AppError('too-many-passkeys');
      const { generateRegistrationOptions } = await webAuthn();
      const options = await generateRegistrationOptions({
        rpName: NAME,
        rpID: site.id,
        userName: email,
        userDisplayName: name,
        userID: new TextEncoder().encode(accountId),
        excludeCredentials: own.map(({ id, transports }) => ({ id, transports: JSON.parse(transports) as string[] })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: ALGORITHMS,
        timeout: QUESTION_MS,
      });
      return { options: { ...options }, cookie: ask(accountId, options) };
    },

    async add(principal, { name, response, cookies, site }) {
      const { accountId } = principal;
      const { verifyRegistrationResponse } = await webAuthn();
      const { registrationInfo } = await verifyRegistrationResponse({
        // Its content is checked by the library.
        response: response as unknown as RegistrationResponseJSON,
        expectedChallenge: asked(accountId, cookies),
        expectedOrigin: site.origin,
        expectedRPID: site.id,
        supportedAlgorithmIDs: ALGORITHMS,
      }).catch(refuse);
      if (registrationInfo === undefined) throw new AppError('passkey-refused');
      const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
      const passkey = {
        id,
        account_id: accountId,
        name,
        public_key: Buffer.from(publicKey).toString('base64url'),
        transports: JSON.stringify(transports),
        uses: counter,
        created_at: clock.now(),
        last_used_at: null,
      };
      await changeOwn(principal, async (tx) => {
        if ((await passkeysOf(tx, accountId)).length >= MAX_PASSKEYS) throw new AppError('too-many-passkeys');
        const added = await tx
          .insertInto('passkeys')
          .values(passkey)
          .onConflict((conflict) => conflict.column('id').doNothing())
          .executeTakeFirst();
        // The passkey already belongs to this or another account.
        if (added.numInsertedOrUpdatedRows === 0n) throw new AppError('passkey-refused');
      });
      return passkey;
    },

    async startSignIn(site) {
      const { generateAuthenticationOptions } = await webAuthn();
      const options = await generateAuthenticationOptions({
        rpID: site.id,
        userVerification: 'required',
        timeout: QUESTION_MS,
      });
      return { options: { ...options }, cookie: ask('', options) };
    },

    async verify({ response, cookies, site }) {
      const challenge = asked('', cookies);
      const passkey = await db.read
        .selectFrom('passkeys')
        .innerJoin('accounts', 'accounts.id', 'passkeys.account_id')
        .where('passkeys.id', '=', response.id)
        .selectAll('passkeys')
        .select('accounts.email_key')
        .executeTakeFirst();
      if (passkey === undefined) throw new AppError('passkey-refused');
      const { verifyAuthenticationResponse } = await webAuthn();
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: response as unknown as AuthenticationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: site.origin,
        expectedRPID: site.id,
        credential: {
          id: passkey.id,
          publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
          counter: passkey.uses,
        },
      }).catch(refuse);
      if (!verified) throw new AppError('passkey-refused');
      const used = await db.write
        .updateTable('passkeys')
        .set({ uses: authenticationInfo.newCounter, last_used_at: clock.now() })
        .where('id', '=', passkey.id)
        // If two answers have the same count, one comes from a copy.
        .where('uses', '=', passkey.uses)
        .returning('id')
        .executeTakeFirst();
      if (used === undefined) throw new AppError('passkey-refused');
      return { email: passkey.email_key, passkeyId: passkey.id };
    },

    async remove(principal, passkeyId) {
      await changeOwn(principal, async (tx, access) => {
        const own = await passkeysOf(tx, principal.accountId);
        // Another person's passkey is reported as unknown.
        if (!own.some(({ id }) => id === passkeyId)) throw new AppError('passkey-not-found');
        if (own.length === 1 && handlesMoney(access) && (await isRuleOn(tx, 'money-needs-passkey', onMissingRule))) {
          throw new AppError('passkey-needed', {
            message: 'Without this passkey you could no longer sign in. Please add another one first.',
          });
        }
        await tx.deleteFrom('passkeys').where('id', '=', passkeyId).execute();
      });
    },

    clearedCookie: cookie.clear(),
  };
}

/** Oldest first. */
export async function passkeysOf(db: Handle, accountId: string): Promise<Selectable<PasskeysTable>[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Removes all passkeys of an account, whose row is locked; returns how many there were. */
export async function removePasskeysOf(tx: Transaction<Schema>, accountId: string): Promise<number> {
  const removed = await tx.deleteFrom('passkeys').where('account_id', '=', accountId).returning('id').execute();
  return removed.length;
}

/** The library's error says why, but the caller need not know. */
function refuse(): never {
  throw new AppError('passkey-refused');
}

/** As its owner, and the administrator, see it. */
export const toPasskey = ({ id, name, created_at, last_used_at }: Selectable<PasskeysTable>): Passkey => ({
  id,
  name,
  addedAt: toInstant(created_at),
  lastUsedAt: last_used_at === null ? null : toInstant(last_used_at),
});
