// Sign-in links in the database (LINK-1, LINK-2): created, looked up, used once, voided. Only a hash of the token is
// stored, which is enough to verify it.
import { createHash, randomBytes } from 'node:crypto';
import type { Selectable, Transaction } from 'kysely';
import type { Database, Handle } from '../../db/types.ts';
import type { Schema, SignInLinksTable } from '../../db/schema.ts';

const MEMBER_LINK_MS = 7 * 24 * 60 * 60 * 1000;
/** It gives the administrator's rights and is used at the console right away, so it expires soon. */
const ADMINISTRATOR_LINK_MS = 60 * 60 * 1000;
/** How long after its expiry a link is still distinguished from an unknown one. */
const RETENTION_MS = 90 * 24 * 60 * 60 * 1000;
/** 256 bits: cannot be guessed. */
const TOKEN_BYTES = 32;

export type Link = Selectable<SignInLinksTable>;
type LinkState = 'open' | 'used' | 'voided' | 'expired';

export interface NewLink {
  token: string;
  /** ms */
  expiresAt: number;
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** When a link made now for a user expires. */
export const expiryOfLink = (now: number): number => now + MEMBER_LINK_MS;

/** Creates a link for a user, or for the administrator if `userId` is null, and voids earlier open ones. */
export async function createLink(
  tx: Transaction<Schema>,
  now: number,
  { userId, emailKey }: { userId: string | null; emailKey: string },
): Promise<NewLink> {
  await voidLinks(tx, now, userId);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const expiresAt = userId === null ? now + ADMINISTRATOR_LINK_MS : expiryOfLink(now);
  await tx
    .insertInto('sign_in_links')
    .values({
      token_hash: hashOf(token),
      user_id: userId,
      email_key: emailKey,
      created_at: now,
      expires_at: expiresAt,
      used_at: null,
      voided_at: null,
    })
    .execute();
  return { token, expiresAt };
}

/**
 * Voids the links of a user, or of the administrator if `userId` is null, except the one that is being used. Used links
 * are voided too, because they can be used again with their password after a lost answer.
 */
export async function voidLinks(
  tx: Transaction<Schema>,
  now: number,
  userId: string | null,
  except: Link | null = null,
): Promise<void> {
  await tx
    .updateTable('sign_in_links')
    .set({ voided_at: now })
    .where('user_id', userId === null ? 'is' : '=', userId)
    .where('voided_at', 'is', null)
    .$if(except !== null, (query) => query.where('token_hash', '!=', except?.token_hash ?? ''))
    .execute();
}

export function openLinkOf(db: Handle, userId: string, now: number): Promise<Link | undefined> {
  return db
    .selectFrom('sign_in_links')
    .selectAll()
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

export function findLink(db: Handle, token: string): Promise<Link | undefined> {
  return db.selectFrom('sign_in_links').selectAll().where('token_hash', '=', hashOf(token)).executeTakeFirst();
}

export function stateOf(link: Link, now: number): LinkState {
  if (link.used_at !== null) return 'used';
  if (link.voided_at !== null) return 'voided';
  return link.expires_at > now ? 'open' : 'expired';
}

/** Marks an open link as used. False if it was used or voided concurrently: of several attempts one gets true. */
export async function markUsed(tx: Transaction<Schema>, now: number, link: Link): Promise<boolean> {
  const row = await tx
    .updateTable('sign_in_links')
    .set({ used_at: now })
    .where('token_hash', '=', link.token_hash)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .returning('token_hash')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes links that expired long ago. Safe at any time. */
export async function deleteOldLinks(db: Database, now: number): Promise<void> {
  await db.write
    .deleteFrom('sign_in_links')
    .where('expires_at', '<', now - RETENTION_MS)
    .execute();
}
