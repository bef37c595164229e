// Using a sign-in link: showing whom it is for, and setting a password with it (LINK-1).
import type { FastifyBaseLogger } from 'fastify';
import type { Selectable, Transaction } from 'kysely';
import { idOfUser } from '../../../core/people/actor.ts';
import { emailKey } from '../../../core/people/email.ts';
import { ADMINISTRATOR } from '../../../core/text/own-words.ts';
import { isAdministratorEmail } from '../../../core/people/permission.ts';
import { displayName } from '../../../core/people/person-name.ts';
import { type CommandEnvironment, runCommand } from '../../ledger/command.ts';
import type { Handle } from '../../db/types.ts';
import type { Schema, UsersTable } from '../../db/schema.ts';
import { AppError } from '../../base/errors.ts';
import { userRecord } from '../../shared/user-row.ts';
import { endSignIns } from '../access.ts';
import { writePassword } from '../accounts.ts';
import type { Auth, Caller, SignedIn } from '../auth.ts';
import { findLink, type Link, markUsed, stateOf } from './links.ts';
import { sharesOfOwner } from '../passwords/hash-queue.ts';

export interface Invitations {
  /** Whom a link is for. Throws AppError link-…, too-many-attempts. */
  look(token: string, address: string): Promise<{ name: string; email: string; expiresAt: number }>;
  /**
   * Uses a link: sets the password, ends all earlier sign-ins and signs in. Of concurrent requests only one succeeds. A
   * repeat with the same password before the link expires signs in again, since the first answer may have been lost.
   * Throws AppError link-…, too-many-attempts; nothing is changed then.
   */
  accept(input: Use): Promise<SignedIn>;
}

interface Use extends Caller {
  token: string;
  password: string;
}

interface InvitationParts {
  environment: CommandEnvironment;
  auth: Pick<Auth, 'attempts' | 'enter' | 'passwords' | 'signIn' | 'signInsChanged'>;
  administratorEmail: string;
  log: FastifyBaseLogger;
}

/** An open link and the person it is for; `user` is null for the administrator. */
interface Invitation {
  link: Link;
  email: string;
  name: string;
  user: Selectable<UsersTable> | null;
}

export function createInvitations({ environment, auth, administratorEmail, log }: InvitationParts): Invitations {
  const { attempts } = auth;
  const { db, clock } = environment;

  const open = async (on: Handle, token: string): Promise<Invitation> => {
    const link = await findLink(on, token);
    if (link === undefined) throw new AppError('link-unknown');
    const state = stateOf(link, clock.now());
    if (state !== 'open') throw new AppError(`link-${state}`);
    const isForAdministrator = isAdministratorEmail(link.email_key, administratorEmail);
    if (link.user_id === null) {
      // ADMIN_EMAIL has changed since the link was created.
      if (!isForAdministrator) throw new AppError('link-voided');
      return { link, email: administratorEmail, name: ADMINISTRATOR, user: null };
    }
    const user = await on.selectFrom('users').selectAll().where('id', '=', link.user_id).executeTakeFirst();
    const fits = user?.deleted_at === null && user.status === 'Active' && user.email_key === link.email_key;
    if (!fits || isForAdministrator) throw new AppError('link-voided');
    return { link, email: user.user_email ?? link.email_key, name: displayName(user.user_name), user };
  };

  /**
   * Unknown tokens count as failures of the address. A known one is never limited: it cannot be guessed, and it lets in
   * an owner who is locked out by other people's guesses.
   */
  const limited = async <T>(address: string, body: () => Promise<T>): Promise<T> => {
    try {
      return await body();
    } catch (error) {
      if (error instanceof AppError && error.code === 'link-unknown') await attempts.begin(address, null);
      throw error;
    }
  };

  /** The changes that must be atomic; returns the account. */
  const settle = async (tx: Transaction<Schema>, { link, email }: Invitation, hash: string) => {
    if (!(await markUsed(tx, clock.now(), link))) throw new AppError('link-used');
    await writePassword(tx, clock.now(), { email, hash });
    return endSignIns(tx, clock.now(), { userId: link.user_id, emailKey: emailKey(email) }, link);
  };

  const use = async ({ token, password, ...caller }: Use): Promise<SignedIn> => {
    const { user, email } = await open(db.read, token);
    const hash = await auth.passwords.hash(password, sharesOfOwner(emailKey(email)));
    const account =
      user === null
        ? await db.write.transaction().execute(async (tx) => settle(tx, await open(tx, token), hash))
        : await runCommand(
            environment,
            {
              actor: { id: idOfUser(user.id), name: emailKey(email) },
              // The link identifies its user.
              access: async () => 'member',
              action: 'auth.acceptInvitation',
              idempotencyKey: null,
              input: null,
            },
            async (context) => {
              const invitation = await open(context.tx, token);
              const settled = await settle(context.tx, invitation, hash);
              const record = invitation.user === null ? null : userRecord(invitation.user);
              const subject = { subject: 'user', subjectId: user.id, userId: user.id } as const;
              context.record({ ...subject, before: record, after: record });
              return settled;
            },
          );
    if (account !== undefined) auth.signInsChanged(account);
    // The password has been set, so a failure from here on must not look as if it had not.
    await attempts
      .reset(emailKey(email))
      .catch((error: unknown) => log.warn({ err: error }, 'earlier attempts to sign in still count'));
    const entered = await auth.enter(email, caller, { hash });
    if (entered === null) throw new AppError('link-voided');
    return entered;
  };

  /** An ordinary sign-in with its limits; null if the password is wrong or the link has expired. */
  const useAgain = async ({ token, ...known }: Use): Promise<SignedIn | null> => {
    const link = await findLink(db.read, token);
    if (link === undefined || link.voided_at !== null || link.expires_at <= clock.now()) return null;
    try {
      return await auth.signIn({ ...known, email: link.email_key, withLink: true });
    } catch (error) {
      if (error instanceof AppError && error.code === 'sign-in-failed') return null;
      throw error;
    }
  };

  return {
    look: (token, address) =>
      limited(address, async () => {
        const { link, name, email } = await open(db.read, token);
        return { name, email, expiresAt: link.expires_at };
      }),

    accept: (input) =>
      limited(input.address, async () => {
        try {
          return await use(input);
        } catch (error) {
          const entered = error instanceof AppError && error.code === 'link-used' ? await useAgain(input) : null;
          if (entered === null) throw error;
          return entered;
        }
      }),
  };
}
