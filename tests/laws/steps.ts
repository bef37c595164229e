// The steps of the random sequences. A step refers to users, fines and events by index, mostly among the existing ones
// (`half`: among the fines that another one doubles, if any), so that it stays meaningful when a failing sequence is
// shrunk.
import { type RuleName, RULES } from '../../src/core/fines/rules.ts';
import fc from 'fast-check';
import type { SurchargeTerms } from './model.ts';

export type Step =
  | { kind: 'add user'; email: number; active: boolean }
  | { kind: 'add several users'; emails: number[] }
  | { kind: 'update user'; user: number; email: number; active: boolean }
  | { kind: 'delete user'; user: number }
  | { kind: 'put into a group'; users: number[]; group: string | null }
  | { kind: 'join'; remains: number; joined: number; stale: boolean; undone: boolean }
  | { kind: 'undo join'; join: number }
  | {
      kind: 'add fines';
      users: number[];
      amount: number;
      date: string;
      confirm: 'as assessed' | 'as normal' | 'not at all';
      undone: boolean;
    }
  | { kind: 'mark'; fine: number; paid: boolean; undone: boolean }
  | { kind: 'pay'; fines: number[]; undone: boolean }
  | {
      kind: 'collect';
      user: number;
      fines: number[];
      amount: number;
      credit: 'none' | 'half' | 'all' | 'more';
      stale: boolean;
    }
  | { kind: 'collect from many'; users: number[]; limit: number | null; stale: boolean }
  | { kind: 'take back'; payment: number }
  | { kind: 'waive'; fine: number; half: boolean; part: 'half' | 'all' | 'more' | 'mistake'; stale: boolean }
  | { kind: 'waive several'; fines: number[]; stale: boolean; undone: boolean }
  | { kind: 'take back waiver'; waiver: number; stale: boolean }
  | { kind: 'give back'; user: number; part: 'half' | 'all' | 'more'; stale: boolean }
  | { kind: 'take back refund'; refund: number }
  | { kind: 'pay out'; part: 'half' | 'all' | 'more' }
  | { kind: 'take back pay-out'; payOut: number }
  | { kind: 'hand over'; difference: -1 | 0 | 1; stale: boolean }
  | { kind: 'take back hand-over'; newest: boolean; handOver: number }
  | { kind: 'delete fine'; fine: number; half: boolean }
  | {
      kind: 'correct';
      fine: number;
      fineType: number | null;
      note: number | null;
      amount: number | null;
      date: string | null;
      stale: boolean;
    }
  | { kind: 'add event'; amount: number }
  | { kind: 'update event'; event: number; amount: number }
  | { kind: 'delete event'; event: number }
  | { kind: 'claim'; user: number; fines: number[]; amount: number; day: -1 | 0 | 1 }
  | { kind: 'appeal'; user: number; fine: number }
  | { kind: 'withdraw'; request: number; user: number; own: boolean }
  | { kind: 'decide'; request: number; accept: boolean; stale: boolean }
  | { kind: 'due days'; days: number | null }
  | { kind: 'switch'; rule: RuleName; on: boolean }
  | { kind: 'surcharge terms'; terms: SurchargeTerms; leftOut: number | null }
  | { kind: 'surcharges'; days: number }
  | { kind: 'undo surcharges' }
  | { kind: 'promise'; user: number; days: number | null }
  | { kind: 'repeat'; request: number }
  | { kind: 'reuse key'; request: number }
  | { kind: 'nonsense'; which: number }
  | { kind: 'wait'; hours: number };

/** In paisa. Few and related, so that doublings and reductions occur; includes both limits. */
const AMOUNTS = [
  10_000, 10_000, 10_000, 10_000, 20_000, 20_000, 20_000, 5000, 5000, 40_000, 12_345, 0, 1, 49_999_999_999,
  50_000_000_000, 99_999_999_999,
];
/** Mostly in one ISO week; the others at the boundaries of weeks and of a year. */
const DAYS = [
  '2026-11-16',
  '2026-11-17',
  '2026-11-18',
  '2026-11-18',
  '2026-11-19',
  '2026-11-20',
  '2026-11-22',
  '2026-11-22',
  '2026-11-15',
  '2026-11-23',
  '2026-12-27',
  '2026-12-28',
  '2026-12-31',
  '2027-01-01',
  '2027-01-03',
  '2027-01-04',
];

/** The groups that every organisation has from the beginning. */
export const GROUPS = ['Group A', 'Group B'] as const;

const index = fc.nat({ max: 1000 });
const amount = fc.constantFrom(...AMOUNTS);
const email = fc.nat({ max: 7 });
/** Undone right after it was done. */
const undone = fc.nat({ max: 4 }).map((n) => n === 0);
const surchargeTerms = fc
  .record({
    amount: fc.constantFrom(null, 100, 5000, 5050),
    percent: fc.constantFrom(1, 10, 100),
    graceDays: fc.nat({ max: 3 }),
    everyDays: fc.integer({ min: 1, max: 3 }),
    times: fc.integer({ min: 1, max: 4 }),
    mostPercent: fc.constantFrom(1, 50, 100, 100),
  })
  .map(({ percent, ...terms }): SurchargeTerms => ({ ...terms, percent: terms.amount === null ? percent : null }));
const as = <K extends Step['kind']>(kind: K) => fc.constant(kind);

const surcharges = fc.record({ kind: as('surcharges'), days: fc.nat({ max: 4 }) });
/** Mostly ends within the days that pass; two are refused. */
const promise = fc.record({
  kind: as('promise'),
  user: index,
  days: fc.constantFrom(null, 0, 1, 2, 3, 4, 5, 6, 8, 10, 365, -1, 400),
});

/** Fines of a moderate amount become late, and members promise to pay, before anything else happens to them. */
const lateSteps = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        kind: as('add fines'),
        users: fc.array(index, { minLength: 1, maxLength: 2 }),
        amount: fc.constantFrom(10_000, 12_345, 40_000),
        date: fc.constant('2026-11-18'),
        confirm: fc.constant('as assessed'),
        undone: fc.constant(false),
      }),
    },
    { weight: 3, arbitrary: promise },
    { weight: 6, arbitrary: surcharges },
  ) as fc.Arbitrary<Step>,
  { maxLength: 15, size: 'max' },
);

const randomSteps = fc.array(
  fc.oneof(
    { weight: 2, arbitrary: fc.record({ kind: as('add user'), email, active: fc.boolean() }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: as('add several users'), emails: fc.array(email, { minLength: 1, maxLength: 3 }) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: as('update user'), user: index, email, active: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ kind: as('delete user'), user: index }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: as('put into a group'),
        users: fc.array(index, { minLength: 1, maxLength: 3 }),
        group: fc.constantFrom(null, ...GROUPS),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: as('join'),
        remains: index,
        joined: index,
        stale: fc.nat({ max: 9 }).map((n) => n === 0),
        undone,
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: as('undo join'), join: index }) },
    {
      weight: 16,
      arbitrary: fc.record({
        kind: as('add fines'),
        users: fc.array(index, { minLength: 1, maxLength: 3 }),
        amount,
        date: fc.constantFrom(...DAYS),
        confirm: fc.constantFrom('as assessed', 'as assessed', 'as assessed', 'as normal', 'not at all'),
        undone,
      }),
    },
    { weight: 6, arbitrary: fc.record({ kind: as('mark'), fine: index, paid: fc.boolean(), undone }) },
    {
      weight: 4,
      arbitrary: fc.record({ kind: as('pay'), fines: fc.array(index, { minLength: 1, maxLength: 4 }), undone }),
    },
    {
      weight: 8,
      arbitrary: fc.record({
        kind: as('collect'),
        user: index,
        fines: fc.array(index, { maxLength: 4 }),
        amount,
        credit: fc.constantFrom('none', 'none', 'half', 'all', 'more'),
        stale: fc.nat({ max: 9 }).map((n) => n === 0),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: as('collect from many'),
        users: fc.array(index, { minLength: 1, maxLength: 4 }),
        limit: fc.option(amount, { freq: 2 }),
        stale: fc.nat({ max: 9 }).map((n) => n === 0),
      }),
    },
    { weight: 4, arbitrary: fc.record({ kind: as('take back'), payment: index }) },
    {
      weight: 6,
      arbitrary: fc.record({
        kind: as('waive'),
        fine: index,
        half: fc.boolean(),
        part: fc.constantFrom('half', 'half', 'all', 'more', 'mistake', 'mistake'),
        stale: fc.nat({ max: 9 }).map((n) => n === 0),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: as('waive several'),
        fines: fc.array(index, { minLength: 1, maxLength: 3 }),
        stale: fc.nat({ max: 9 }).map((n) => n === 0),
        undone,
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: as('take back waiver'),
        waiver: index,
        stale: fc.nat({ max: 9 }).map((n) => n === 0),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: as('give back'),
        user: index,
        part: fc.constantFrom('half', 'half', 'all', 'more'),
        stale: fc.nat({ max: 9 }).map((n) => n === 0),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: as('take back refund'), refund: index }) },
    { weight: 2, arbitrary: fc.record({ kind: as('pay out'), part: fc.constantFrom('half', 'half', 'all', 'more') }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: as('hand over'),
        difference: fc.constantFrom(-1, 0, 0, 1),
        stale: fc.nat({ max: 9 }).map((n) => n === 0),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: as('take back pay-out'), payOut: index }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: as('take back hand-over'), newest: fc.boolean(), handOver: index }),
    },
    { weight: 6, arbitrary: fc.record({ kind: as('delete fine'), fine: index, half: fc.boolean() }) },
    {
      weight: 6,
      arbitrary: fc.record({
        kind: as('correct'),
        fine: index,
        fineType: fc.option(fc.nat({ max: 2 })),
        note: fc.option(fc.nat({ max: 2 })),
        amount: fc.option(amount, { freq: 2 }),
        date: fc.option(fc.constantFrom(...DAYS), { freq: 2 }),
        stale: fc.nat({ max: 9 }).map((n) => n === 0),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: as('add event'), amount }) },
    { weight: 1, arbitrary: fc.record({ kind: as('update event'), event: index, amount }) },
    { weight: 1, arbitrary: fc.record({ kind: as('delete event'), event: index }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: as('switch'),
        // Mostly the rule that affects charges, and more often on than off.
        rule: fc.constantFrom<RuleName[]>('repeat-offence', ...RULES.map(({ name }) => name)),
        on: fc.constantFrom(true, true, false),
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: as('claim'),
        user: index,
        fines: fc.array(index, { maxLength: 3 }),
        amount,
        // The previous day, on which somebody else may have counted the cash; the next day is refused.
        day: fc.constantFrom(0, 0, 0, 0, -1, 1),
      }),
    },
    { weight: 5, arbitrary: fc.record({ kind: as('appeal'), user: index, fine: index }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: as('withdraw'),
        request: index,
        user: index,
        own: fc.constantFrom(true, true, true, false),
      }),
    },
    {
      weight: 7,
      arbitrary: fc.record({
        kind: as('decide'),
        request: index,
        accept: fc.constantFrom(true, true, true, false),
        stale: fc.nat({ max: 9 }).map((n) => n === 0),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: as('due days'), days: fc.constantFrom(null, 0, 1, 1, 14, 14, 40) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: as('surcharge terms'),
        terms: surchargeTerms,
        leftOut: fc.option(index, { freq: 2 }),
      }),
    },
    { weight: 9, arbitrary: surcharges },
    { weight: 1, arbitrary: fc.record({ kind: as('undo surcharges') }) },
    { weight: 4, arbitrary: promise },
    { weight: 3, arbitrary: fc.record({ kind: as('repeat'), request: index }) },
    { weight: 1, arbitrary: fc.record({ kind: as('reuse key'), request: index }) },
    { weight: 2, arbitrary: fc.record({ kind: as('nonsense'), which: index }) },
    { weight: 1, arbitrary: fc.record({ kind: as('wait'), hours: fc.nat({ max: 40 }) }) },
  ) as fc.Arbitrary<Step>,
  { minLength: 1, maxLength: 150, size: 'max' },
);

/** In every second sequence whoever pays late is surcharged from the beginning. */
export const steps = fc
  .record({ late: fc.option(fc.record({ terms: surchargeTerms, first: lateSteps }), { freq: 2 }), others: randomSteps })
  .map(({ late, others }): Step[] => [
    ...(late === null
      ? []
      : ([
          { kind: 'due days', days: 1 },
          { kind: 'surcharge terms', terms: late.terms, leftOut: null },
          { kind: 'switch', rule: 'late-surcharge', on: true },
          ...late.first,
        ] as const)),
    ...others,
  ]);
