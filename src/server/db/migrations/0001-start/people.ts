// Sign-in, what members ask for, reminders, and the outbox.
import { sql } from 'kysely';
import type { ColumnTypes, Statement } from '../../column-types.ts';

export const people = ({ integer, key, sqliteOnly }: ColumnTypes): Statement[] => [
  sql`create table accounts (
    id ${key} primary key,
    email_key ${key} not null unique,
    name text not null,
    password_hash text,
    created_at ${integer} not null,
    last_sign_in_at ${integer},
    language text,
    mails_off ${integer},
    push_amounts ${integer},
    untold text
  )`,
  sql`create table sessions (
    id ${key} primary key,
    token_hash ${key} not null unique,
    account_id ${key} not null references accounts (id) on delete cascade,
    created_at ${integer} not null,
    last_opened_at ${integer} not null,
    expires_at ${integer} not null,
    address text,
    user_agent text
  )`,
  sql`create index sessions_by_account on sessions (account_id)`,
  sql`create table passkeys (
    id ${key} primary key,
    account_id ${key} not null references accounts (id) on delete cascade,
    name text not null,
    public_key text not null,
    transports text not null,
    uses ${integer} not null,
    created_at ${integer} not null,
    last_used_at ${integer}
  )`,
  sql`create index passkeys_by_account on passkeys (account_id)`,
  sql`create table sign_in_links (
    token_hash ${key} primary key,
    user_id ${key} references users (id),
    email_key ${key} not null,
    created_at ${integer} not null,
    expires_at ${integer} not null,
    used_at ${integer},
    voided_at ${integer}
  )`,
  sql`create index sign_in_links_by_user on sign_in_links (user_id)`,
  sql`create index sign_in_links_by_age on sign_in_links (expires_at)`,
  sql`create table sign_in_attempts (
    key ${key} primary key,
    failures ${integer} not null,
    window_ends ${integer} not null
  )`,
  sql`create table api_keys (
    id ${key} primary key,
    name text not null,
    name_key ${key} not null unique,
    key_hash ${key} not null unique,
    access text not null,
    created_at ${integer} not null,
    created_by text not null,
    expires_at ${integer} not null,
    revoked_at ${integer},
    last_used_on text
  )`,
  sql`create table requests (
    id ${key} primary key,
    user_id ${key} not null references users (id),
    kind ${key} not null check (kind in ('claim', 'appeal')),
    state ${key} not null check (state in ('open', 'accepted', 'refused', 'withdrawn')),
    fines text not null,
    amount ${integer} check (amount between 1 and 99999999999),
    method text,
    reference text not null,
    received_on ${key},
    reason text not null,
    picture_hash text,
    picture_size ${integer},
    sent_by text not null,
    sent_on ${key} not null,
    created_at ${integer} not null,
    answer text not null,
    decided_by text,
    decided_on ${key},
    decided_at ${integer},
    payment_id ${key} references payments (id),
    constraint requests_are_decided_or_open
        check ((state = 'open') = (decided_at is null) and (state = 'open') = (decided_on is null))
  )`,
  sql`create index requests_by_time on requests (created_at, id)`,
  sql`create index requests_by_user on requests (user_id, created_at, id)`,
  sql`create index requests_open on requests (created_at, id) where state = 'open'`,
  sql`create table request_pictures (
    request_id ${key} primary key references requests (id),
    picture text not null
  )`,
  sql`create table reminders (
    id ${key} primary key,
    sequence ${integer} not null unique,
    user_id ${key} not null references users (id),
    channel ${key} not null,
    pending ${integer} not null,
    overdue ${integer} not null,
    day ${key} not null,
    sent_by ${key} not null,
    created_at ${integer} not null,
    through ${key}
  )`,
  sql`create index reminders_by_user on reminders (user_id, sequence)`,
  sql`create table promises (
    id ${key} primary key,
    sequence ${integer} not null unique,
    user_id ${key} not null references users (id),
    until ${key},
    covers ${key} not null,
    day ${key} not null,
    made_by ${key} not null,
    created_at ${integer} not null
  )`,
  sql`create index promises_by_user on promises (user_id, sequence)`,
  sql`create table skips (
    id ${key} primary key,
    sequence ${integer} not null unique,
    user_id ${key} not null references users (id),
    up_to ${key},
    day ${key} not null,
    skipped_by ${key} not null,
    created_at ${integer} not null
  )`,
  sql`create index skips_by_user on skips (user_id, sequence)`,
  sql`create table mails (
    id ${key} primary key,
    message_id ${key} not null unique,
    kind text not null,
    facts text,
    user_id ${key},
    address text not null,
    address_key ${key} not null,
    recipient text not null,
    search_key text not null,
    sender text not null,
    language text not null,
    subject text not null,
    text text not null,
    html text not null,
    state ${key} not null,
    tries ${integer} not null,
    queued_at ${integer} not null,
    next_try_at ${integer},
    tried_at ${integer},
    reply text not null,
    channel ${key} not null default 'mail',
    subscription_id ${key},
    path text
  )`,
  sql`create index mails_by_user on mails (user_id, queued_at)`,
  sql`create index mails_due on mails (channel, next_try_at) where next_try_at is not null`,
  sql`create index mails_by_time on mails (queued_at, id, state${sqliteOnly`, search_key`})`,
  sql`create table refused_addresses (
    address_key ${key} primary key,
    refused_at ${integer} not null,
    reply text not null
  )`,
  sql`create table push_subscriptions (
    id ${key} primary key,
    session_id ${key} not null unique references sessions (id) on delete cascade,
    endpoint ${key} not null unique,
    p256dh text not null,
    auth text not null,
    created_at ${integer} not null
  )`,
];
