// Payments and what they pay, waivers, refunds, what takes them back, the cash that people hold, and the sums of each day.
import { sql } from 'kysely';
import type { ColumnTypes, Statement } from '../../column-types.ts';

export const money = ({ integer, key }: ColumnTypes): Statement[] => [
  sql`create table payments (
    id ${key} primary key,
    sequence ${integer} not null,
    user_id ${key} not null references users (id),
    amount ${integer} not null check (amount between 1 and 99999999999),
    method text not null,
    reference text not null,
    reference_key ${key} not null,
    received_on ${key} not null,
    received_by text,
    note text not null,
    receipt_year ${integer},
    receipt_number ${integer},
    owed_after ${integer},
    created_at ${integer} not null,
    received_by_id ${key},
    constraint payments_have_whole_receipts check ((receipt_year is null) = (receipt_number is null))
  )`,
  sql`create unique index payments_by_day on payments (received_on, sequence)`,
  sql`create unique index payments_by_receipt on payments (receipt_year, receipt_number)`,
  sql`create index payments_by_reference on payments (reference_key, method) where reference_key <> ''`,
  sql`create index payments_by_method on payments (method, received_on, sequence)`,
  sql`create index payments_by_receiver on payments (received_by, received_on, sequence)`,
  sql`create index payments_by_user on payments (user_id, received_on, sequence, amount, id)`,
  sql`create table allocations (
    sequence ${integer} not null,
    place ${integer} not null,
    fine_id ${key} not null,
    payment_id ${key} references payments (id),
    amount ${integer} not null check (amount <> 0),
    fine_type text not null,
    fine_date ${key} not null,
    constraint allocations_key primary key (sequence, place)
  )`,
  sql`create index allocations_by_fine on allocations (fine_id, sequence)`,
  sql`create index allocations_by_payment on allocations (payment_id, sequence)`,
  sql`create table waivers (
    id ${key} primary key,
    sequence ${integer} not null,
    fine_id ${key} not null,
    user_id ${key} not null references users (id),
    amount ${integer} not null check (amount > 0),
    mistake ${integer} not null check (mistake in (0, 1)),
    reason text not null,
    day ${key} not null,
    made_by text not null,
    created_at ${integer} not null,
    fine_type text not null,
    fine_date ${key} not null
  )`,
  sql`create unique index waivers_by_day on waivers (day, sequence)`,
  sql`create index waivers_by_fine on waivers (fine_id)`,
  sql`create index waivers_amount_by_day on waivers (day, amount)`,
  sql`create index waivers_by_user on waivers (user_id, day, sequence)`,
  sql`create table refunds (
    id ${key} primary key,
    sequence ${integer} not null,
    user_id ${key} not null references users (id),
    amount ${integer} not null check (amount between 1 and 99999999999),
    method text not null,
    reference text not null,
    given_on ${key} not null,
    given_by text not null,
    note text not null,
    voucher_year ${integer} not null,
    voucher_number ${integer} not null,
    credit_after ${integer} not null,
    created_at ${integer} not null,
    given_by_id ${key}
  )`,
  sql`create unique index refunds_by_day on refunds (given_on, sequence)`,
  sql`create index refunds_by_user on refunds (user_id)`,
  sql`create unique index refunds_by_voucher on refunds (voucher_year, voucher_number)`,
  sql`create table cash_holders (
    received ${integer} not null,
    given_back ${integer} not null,
    paid_out ${integer} not null,
    taken_over ${integer} not null,
    holder ${key} primary key
  )`,
  sql`create table pay_outs (
    id ${key} primary key,
    sequence ${integer} not null unique,
    holder ${key} not null,
    amount ${integer} not null check (amount > 0),
    event_id ${key},
    note text not null,
    day ${key} not null,
    made_by text not null,
    created_at ${integer} not null,
    holder_id ${key}
  )`,
  sql`create table hand_overs (
    received ${integer} not null,
    given_back ${integer} not null,
    paid_out ${integer} not null,
    taken_over ${integer} not null,
    id ${key} primary key,
    sequence ${integer} not null unique,
    holder ${key} not null,
    counted ${integer} not null check (counted >= 0),
    taken_by text not null,
    note text not null,
    day ${key} not null,
    made_by text not null,
    created_at ${integer} not null,
    holder_id ${key},
    taken_by_id ${key},
    made_by_id ${key}
  )`,
  ...reversals({ integer, key }),
  sql`create table fine_days (
    day ${key} primary key,
    fine_count ${integer} not null,
    paid_count ${integer} not null,
    charged ${integer} not null
  )`,
  sql`create table owed_days (
    day ${key} not null,
    counted_from ${key} not null,
    outstanding ${integer} not null,
    constraint owed_days_key primary key (day, counted_from)
  )`,
  sql`create table fine_type_days (
    day ${key} not null,
    fine_type ${key} not null,
    fine_count ${integer} not null,
    charged ${integer} not null,
    waived ${integer} not null,
    paid ${integer} not null,
    constraint fine_type_days_key primary key (day, fine_type)
  )`,
  sql`create table payment_days (
    day ${key} not null,
    method text not null,
    person text not null,
    payment_count ${integer} not null,
    received ${integer} not null,
    reversed_since ${integer} not null,
    reversed_that_day ${integer} not null default 0,
    given_back ${integer} not null default 0,
    constraint payment_days_key primary key (day, method, person)
  )`,
];

export const reversals = ({ integer, key }: Pick<ColumnTypes, 'integer' | 'key'>): Statement[] => [
  sql`create table reversals (
    id ${key} primary key,
    sequence ${integer} not null unique,
    payment_id ${key} references payments (id),
    refund_id ${key} references refunds (id),
    waiver_id ${key} references waivers (id),
    hand_over_id ${key} references hand_overs (id),
    amount ${integer} not null,
    reason text not null,
    day ${key} not null,
    made_by text not null,
    created_at ${integer} not null,
    pay_out_id ${key} references pay_outs (id),
    constraint reversals_of_an_amount check (amount > 0 or (amount = 0 and hand_over_id is not null)),
    constraint reversals_of_one_record check (
        (case when payment_id is null then 0 else 1 end) + (case when refund_id is null then 0 else 1 end)
        + (case when waiver_id is null then 0 else 1 end) + (case when hand_over_id is null then 0 else 1 end)
        + (case when pay_out_id is null then 0 else 1 end) = 1)
  )`,
  sql`create index reversals_by_payment on reversals (payment_id)`,
  sql`create index reversals_by_refund on reversals (refund_id)`,
  sql`create index reversals_by_waiver on reversals (waiver_id)`,
  sql`create index reversals_of_waivers_by_day on reversals (day, amount) where waiver_id is not null`,
  // Each of these can be taken back once.
  sql`create unique index reversals_by_hand_over on reversals (hand_over_id)`,
  sql`create unique index reversals_by_pay_out on reversals (pay_out_id)`,
];
