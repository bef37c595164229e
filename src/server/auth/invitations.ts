// Using a sign-in link: whom it is for, and setting the password with it (decisions section 5).
import type { FastifyBaseLogger } from 'fastify';
import type { Selectable, Transaction } from 'kysely';
import { emailKey } from '../../core/email.ts';
import { roleOf } from '../../core/permission.ts';
import { displayName } from '../../core/person-name.ts';
import { type CommandEnvironment, runCommand } from '../command.ts';
import type { Handle } from '../db/engine.ts';
import type { Schema, UsersTable } from '../db/schema.ts';
import { AppError } from '../errors.ts';
import { userRecord } from '../shared/user-record.ts';
import { writePassword } from './accounts.ts';
import type { Auth, Caller, Entered } from './auth.ts';
import { findLink, type Link, markUsed, stateOf } from './links.ts';
import { hashPassword } from './passwords.ts';
import { endSessionsOf } from './sessions.ts';

export interface Invitations {
  /** Whom a link is for. Throws AppError link-…, too-many-attempts. */
  look(token: string, address: string): Promise<{ name: string; email: string; expiresAt: number }>;
  /**
   * Uses a link: sets the password, ends the sessions opened before, signs in. Of several attempts at once, one gets in.
   * Sent again with the same password while the link would still be valid, it signs in once more: the answer may have
   * been lost.
   * Throws AppError link-…, too-many-attempts; then nothing is changed and the link is as it was.
   */
  accept(input: Use): Promise<Entered>;
}

interface Use extends Caller {
  token: string;
  password: string;
}

export interface InvitationParts {
  environment: CommandEnvironment;
  auth: Pick<Auth, 'attempts' | 'enter' | 'signIn' | 'sessionsEnded'>;
  administratorEmail: string;
  log: FastifyBaseLogger;
}

/** An open link with whom it is for; the user record is null for the administrator. */
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
    const isAdministrators = roleOf(link.email_key, administratorEmail) === 'administrator';
    if (link.user_id === null) {
      // ADMIN_EMAIL has become another since the link was made.
      if (!isAdministrators) throw new AppError('link-voided');
      return { link, email: administratorEmail, name: 'Administrator', user: null };
    }
    const user = await on.selectFrom('users').selectAll().where('id', '=', link.user_id).executeTakeFirst();
    const fits = user?.deleted_at === null && user.status === 'Active' && user.email_key === link.email_key;
    if (!fits || isAdministrators) throw new AppError('link-voided');
    return { link, email: user.user_email ?? link.email_key, name: displayName(user.user_name), user };
  };

  /**
   * Unknown tokens count against the address that tries them. A real one always works: it cannot be guessed, and it is
   * the way in for somebody who guesses of others keep out.
   */
  const limited = async <T>(address: string, body: () => Promise<T>): Promise<T> => {
    try {
      return await body();
    } catch (error) {
      if (error instanceof AppError && error.code === 'link-unknown') await attempts.begin(address, null);
      throw error;
    }
  };

  /** Everything that must be true together; returns the ids of the sessions it ended. */
  const settle = async (tx: Transaction<Schema>, { link, email, name }: Invitation, hash: string) => {
    if (!(await markUsed(tx, clock.now(), link))) throw new AppError('link-used');
    const authUserId = await writePassword(tx, db.engine, clock.now(), { email, name, hash });
    return endSessionsOf(tx, authUserId);
  };

  const use = async ({ token, password, ...caller }: Use): Promise<Entered> => {
    const { user, email } = await open(db.read, token);
    const hash = await hashPassword(password);
    const ended =
      user === null
        ? await db.write.transaction().execute(async (tx) => settle(tx, await open(tx, token), hash))
        : await runCommand(
            environment,
            { actor: emailKey(email), action: 'auth.acceptInvitation', idempotencyKey: null, input: null },
            async (context) => {
              const invitation = await open(context.tx, token);
              const sessionIds = await settle(context.tx, invitation, hash);
              const record = invitation.user === null ? null : userRecord(invitation.user);
              const subject = { subject: 'user', subjectId: user.id, userId: user.id } as const;
              context.record({ ...subject, before: record, after: record });
              return sessionIds;
            },
          );
    auth.sessionsEnded(ended);
    // The password is set: what comes now must not say that it is not.
    await attempts
      .forgive(emailKey(email))
      .catch((error: unknown) => log.warn({ err: error }, 'earlier attempts to sign in still count'));
    const entered = await auth.enter(email, caller, hash);
    if (entered === null) throw new AppError('link-voided');
    return entered;
  };

  /** A sign-in like any other, and limited as such; null when this is not the password, or the link would be too old. */
  const useAgain = async ({ token, ...known }: Use): Promise<Entered | null> => {
    const link = await findLink(db.read, token);
    if (link === undefined || link.expires_at <= clock.now()) return null;
    try {
      return await auth.signIn({ ...known, email: link.email_key });
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
