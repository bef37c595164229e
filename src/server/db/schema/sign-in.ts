// Who can sign in, and how.
import type { CalendarDay } from '../../../core/calendar.ts';
import type { GrantedLevel } from '../../../core/people/permission.ts';
import type { Language } from '../../../core/text/languages.ts';

export interface SignInAttemptsTable {
  /** `address:…` or `account:…` */
  key: string;
  failures: number;
  window_ends: number;
}

/** Links for choosing a password. Only a hash of the token is stored, so reading the table does not give access. */
export interface SignInLinksTable {
  token_hash: string;
  /** null for the administrator's, which is created on the server's console */
  user_id: string | null;
  /** the account whose password it sets */
  email_key: string;
  created_at: number;
  expires_at: number;
  used_at: number | null;
  /** replaced by a newer one, or withdrawn because the user changed */
  voided_at: number | null;
}

/** Who can sign in; linked to a user record by the e-mail. */
export interface AccountsTable {
  id: string;
  email_key: string;
  name: string;
  /** PHC format (auth/passwords/passwords.ts); null for accounts that only use the identity provider */
  password_hash: string | null;
  created_at: number;
  last_sign_in_at: number | null;
  /** one of LANGUAGES; null until one is chosen */
  language: Language | null;
  /** 1: they do not want news of their records by e-mail; null: they have not chosen */
  mails_off: number | null;
  /** kinds of news that they do not want, separated by spaces; null: they have not chosen */
  untold: string | null;
  /** 1: notifications may say what they are about on a locked screen, including amounts; null: they have not chosen */
  push_amounts: number | null;
}

/** Open sessions. Only a hash of the token is stored, so reading the table does not give access. */
export interface SessionsTable {
  id: string;
  token_hash: string;
  account_id: string;
  created_at: number;
  last_opened_at: number;
  expires_at: number;
  address: string | null;
  user_agent: string | null;
}

/** The keys with which machines authenticate their requests. */
export interface ApiKeysTable {
  id: string;
  name: string;
  /** searchKey of the name; unique because the journal names keys by it */
  name_key: string;
  /** SHA-256 */
  key_hash: string;
  access: GrantedLevel;
  created_at: number;
  /** e-mail of the person who made it */
  created_by: string;
  expires_at: number;
  revoked_at: number | null;
  last_used_on: CalendarDay | null;
}

/** The public keys of the devices that people sign in with (WebAuthn). */
export interface PasskeysTable {
  /** the id given by the authenticator, Base64url */
  id: string;
  account_id: string;
  name: string;
  /** COSE, Base64url */
  public_key: string;
  /** how the device is connected, e.g. usb; a JSON list for the browser */
  transports: string;
  /** the authenticator's own counter, which never decreases; 0 if it has none */
  uses: number;
  created_at: number;
  last_used_at: number | null;
}
