// The ids of the feed's events: a version of the books and the organisation's day, as text, encrypted for members.
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { isCalendarDay, type CalendarDay } from '../../core/calendar.ts';
import { mayReadAllRecords } from '../../core/people/permission.ts';
import type { Principal } from '../auth/principal.ts';
import type { JournalPosition } from './changes.ts';

/** Everything that an answer of the API depends on, apart from the caller and sign-in data. */
export interface Version extends JournalPosition {
  day: CalendarDay;
}

/** The same in every process. */
export const versionText = ({ sequence, at, day }: Version): string => `${sequence}.${at}.${day}`;

/** Null for a text that is not one of our versions. */
function parseVersion(text: string): Version | null {
  const [sequence = '', at = '', day] = text.split('.');
  if (![sequence, at].every((part) => /^\d{1,15}$/.test(part)) || !isCalendarDay(day)) return null;
  return { sequence: Number(sequence), at: Number(at), day };
}

export interface VersionIds {
  /** The id under which this principal is told of a version. */
  idFor(principal: Pick<Principal, 'access' | 'accountId'>, version: Version): string;
  /** The oldest version of these ids, separated by commas; null if one of them is not this principal's. */
  oldestOf(principal: Pick<Principal, 'access' | 'accountId'>, ids: string): Version | null;
}

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The length of the longest version; every text is padded to it, so that the length of an id reveals nothing. */
const TEXT_LENGTH = 44;

/** More than the answers a page has received when its feed begins. */
const MAX_IDS = 20;

/**
 * To a member, versions would reveal how much is written (LIVE-5), even by being equal or not. So theirs are encrypted,
 * and each text is different. They are valid only for their own account, in any process with the same secret.
 */
export function createVersionIds(secret: string): VersionIds {
  const key = createHmac('sha256', secret).update('live feed version').digest();
  const versionOf = ({ access, accountId }: Pick<Principal, 'access' | 'accountId'>, id: string): Version | null => {
    if (mayReadAllRecords(access)) return parseVersion(id);
    const bytes = Buffer.from(id, 'base64url');
    if (bytes.length !== NONCE_BYTES + TAG_BYTES + TEXT_LENGTH) return null;
    const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(accountId))
      .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    try {
      const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
      return parseVersion(text.trimEnd());
    } catch {
      // Not encrypted by us, or for somebody else.
      return null;
    }
  };
  return {
    idFor({ access, accountId }, version) {
      if (mayReadAllRecords(access)) return versionText(version);
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(accountId));
      const sealed = Buffer.concat([cipher.update(versionText(version).padEnd(TEXT_LENGTH)), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    oldestOf(principal, text) {
      const [first = null, ...rest] = text.split(',', MAX_IDS + 1).map((id) => versionOf(principal, id));
      if (first === null || rest.length === MAX_IDS) return null;
      return rest.reduce<Version | null>((oldest, one) => oldest && one && older(oldest, one), first);
    },
  };
}

/** The older parts of both, since the days of two processes change at slightly different times. */
const older = (a: Version, b: Version): Version => ({
  ...(a.sequence <= b.sequence ? a : b),
  day: a.day <= b.day ? a.day : b.day,
});
