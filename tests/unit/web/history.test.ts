// The sentences of the history in both languages; the type checker ensures that no action is missing.
import { describe, expect, test } from 'vitest';
import { ofEachText } from '../../../src/core/fines/fine-texts.ts';
import type { Facts, HistoryEntry } from '../../../src/contract/history.ts';
import { ACTIONS, type Action } from '../../../src/core/journal.ts';
import { history } from '../../../src/web/messages/en/records.ts';
import { common } from '../../../src/web/messages/en/first.ts';
import { translator } from '../../../src/web/messages/translate.ts';
import { ur } from '../../../src/web/messages/ur/index.ts';
import { tell, sentencesOf } from '../../../src/web/features/history/effects.ts';
import { USER_FIELDS } from '../../../src/web/features/users/user-list.ts';
import { emptyForm } from '../../../src/web/ui/forms/record-fields.ts';
import { HISTORY_FORMAT, NO_FILTER } from '../../../src/web/features/history/history-address.ts';
import { addressIn } from '../../../src/web/routing/address.ts';

const LANGUAGES = {
  en: translator('en', () => ({ history, common }), String),
  ur: translator('ur', () => ur, String),
};

const FINE = {
  fineType: 'Late',
  ...ofEachText(() => ''),
  amount: 30_000,
  date: '2026-11-02',
  status: 'Pending' as const,
  paidAmount: 0,
  waivedAmount: 0,
  dueOn: null,
};
const { groupId: _, ...EMPTY_USER } = emptyForm(USER_FIELDS);
const USER = { ...EMPTY_USER, userName: 'Ali', access: 'member' as const, group: null };
/** Every field that the form has is another one. */
const CHANGED_USER = {
  ...(Object.fromEntries(Object.keys(EMPTY_USER).map((field) => [field, `the ${field}`])) as typeof EMPTY_USER),
  group: { name: 'Accounts', urduName: '' },
  status: 'Inactive' as const,
  access: 'member' as const,
};
const EVENT = { title: 'Tea', description: '', date: '2026-11-02', location: 'Hall', amount: 500 };
const GROUP = { name: 'Accounts', urduName: '', active: true };
const SURCHARGE = {
  isOn: true,
  amount: 50,
  percent: null,
  graceDays: 7,
  everyDays: 30,
  times: 1,
  mostPercent: 50,
  leftOut: [],
};
const TYPE = { name: 'Late', urduName: '', amount: null, active: true };
const CARD = {
  remindSteps: null,
  remindMinimum: 0,
  remindersPaused: false,
  name: 'Office',
  address: '',
  phone: '',
  receiptFoot: '',
  methods: ['Cash' as const],
  dueDays: null,
  language: 'en' as const,
  reminderEn: '',
  reminderUr: '',
  howToPayEn: '',
  howToPayUr: '',
};
const fineOf = (over: Partial<Extract<Facts, { subject: 'fine' }>>): Facts => ({
  subject: 'fine',
  fineId: 'F',
  before: FINE,
  after: FINE,
  doubled: false,
  receipts: [],
  byCredit: false,
  ...over,
});
const requestOf = (over: Partial<Extract<Facts, { subject: 'request' }>>): Facts => ({
  subject: 'request',
  kind: 'claim',
  fines: [{ fineType: 'Late', date: '2026-11-02' }],
  amount: null,
  method: null,
  reference: '',
  receivedOn: null,
  reason: '',
  answer: '',
  receipt: null,
  ...over,
});
const OF_WAIVER = { fineId: 'F', fineType: 'Late', date: '2026-11-02' };

/** For each kind of record, what may have happened to it. */
const FACTS: readonly Facts[] = [
  fineOf({ before: null, doubled: true }),
  fineOf({
    after: {
      ...FINE,
      fineType: 'Noise',
      description: 'x',
      amount: 10_000,
      date: '2026-11-03',
      dueOn: '2026-11-20',
      waivedAmount: 500,
    },
  }),
  fineOf({ after: { ...FINE, status: 'Paid', paidAmount: 30_000 }, receipts: ['R-2026-000001'], byCredit: true }),
  fineOf({ after: null }),
  { subject: 'payment', receipt: null, amount: 500, method: 'Not recorded', reference: 'r', receivedOn: '', note: 'n' },
  { subject: 'waiver', ...OF_WAIVER, amount: 20_000, mistake: false, reason: 'was in hospital' },
  { subject: 'waiver', ...OF_WAIVER, amount: 20_000, mistake: true, reason: 'was in hospital' },
  { subject: 'refund', voucher: 'V-2026-000001', amount: 500, method: 'Cash', reference: '', givenOn: '', note: '' },
  requestOf({ kind: 'claim', fines: [], amount: 500, method: 'Raast', reference: 'r', receivedOn: '2026-11-02' }),
  requestOf({ kind: 'appeal', reason: 'was ill', answer: 'sorry' }),
  { subject: 'reversal', of: { kind: 'payment', receipt: null }, amount: 500, reason: 'why' },
  { subject: 'reversal', of: { kind: 'refund', voucher: 'V-2026-000001' }, amount: 500, reason: 'why' },
  { subject: 'reversal', of: { kind: 'waiver', ...OF_WAIVER }, amount: 500, reason: 'why' },
  {
    subject: 'reversal',
    of: { kind: 'hand-over', holder: 'h', takenBy: 'The bank', day: '2026-11-02' },
    amount: 500,
    reason: 'why',
  },
  { subject: 'reversal', of: { kind: 'pay-out', holder: 'h', event: null }, amount: 500, reason: 'why' },
  { subject: 'reversal', of: { kind: 'pay-out', holder: 'h', event: 'Tea' }, amount: 500, reason: 'why' },
  { subject: 'reminder', channel: 'whatsapp', amount: 500, overdue: 300 },
  { subject: 'promise', until: '2026-11-30' },
  { subject: 'promise', until: null },
  { subject: 'skip', upTo: '2026-11-30' },
  { subject: 'skip', upTo: null },
  { subject: 'reminder', channel: 'auto', amount: 500, overdue: 0 },
  { subject: 'pay-out', holder: 'h', amount: 500, event: null, note: 'stamps' },
  { subject: 'pay-out', holder: 'h', amount: 500, event: 'Tea', note: '' },
  { subject: 'hand-over', holder: 'h', held: 5, counted: 4, takenBy: 'The bank', note: '' },
  { subject: 'user', before: null, after: USER, joinedWith: null },
  { subject: 'user', before: USER, after: CHANGED_USER, joinedWith: 'Aly' },
  { subject: 'user', before: CHANGED_USER, after: USER, joinedWith: null },
  { subject: 'event', before: EVENT, after: { ...EVENT, title: 'Dinner', amount: 600 } },
  { subject: 'event', before: EVENT, after: null },
  { subject: 'event', before: null, after: EVENT },
  { subject: 'setting', id: 'unknown', name: 'A rule', before: { isOn: false }, after: { isOn: true } },
  {
    subject: 'setting',
    id: 'late-surcharge',
    name: 'Late surcharge',
    before: SURCHARGE,
    after: { ...SURCHARGE, amount: null, percent: 20, graceDays: 9, leftOut: ['Ayesha Khan', 'Ali'] },
  },
  { subject: 'fine-type', before: TYPE, after: { ...TYPE, amount: 500, active: false }, movedUp: true },
  { subject: 'group', before: GROUP, after: { ...GROUP, name: 'Finance', active: false }, movedUp: true },
  {
    subject: 'organisation',
    before: CARD,
    after: { ...CARD, name: 'Club', methods: ['Cash', 'Raast'], dueDays: 14, remindSteps: [0, 3] },
    logo: 'removed',
    payPicture: 'changed',
  },
];

const entry = (action: Action, facts: Facts): HistoryEntry => ({
  sequence: 7,
  batch: 7,
  at: '2026-11-18T09:00:00.000Z',
  action,
  actor: action === 'import' ? null : 'admin@jurmana.test',
  actorId: action === 'import' ? null : 'administrator',
  member: { userId: 'A', userName: 'Ali' },
  facts,
});

describe.each(['en', 'ur'] as const)('in %s', (language) => {
  const t = LANGUAGES[language];

  test.each(ACTIONS)('%s has complete sentences for every kind of record [HISTORY-2]', (action) => {
    for (const facts of FACTS) {
      const sentences = sentencesOf(entry(action, facts), t);
      expect(sentences.length).toBeGreaterThan(0);
      expect(new Set(sentences).size).toBe(sentences.length);
      for (const sentence of sentences) {
        expect(sentence).not.toMatch(/history\.|common\.|\{\{|undefined|null|NaN/);
        if (language === 'ur') expect(sentence).toMatch(/\p{Script=Arabic}/u);
      }
    }
  });
});

test('a waiver says how much was waived of which fine, whose, and why [HISTORY-2]', () => {
  const waived = FACTS.find(({ subject }) => subject === 'waiver') ?? fineOf({});
  expect(sentencesOf(entry('fines.waive', waived), LANGUAGES.en)).toEqual([
    'admin@jurmana.test waived Rs.\u00a0200.00 of “Late” of 2 Nov 2026 of Ali: “was in hospital”.',
  ]);
  expect(sentencesOf(entry('fines.waive', waived), LANGUAGES.ur)).toEqual([
    'admin@jurmana.test نے Ali کے جرمانے «Late»، 2 Nov 2026 میں سے Rs.\u00a0200.00 معاف کیے: «was in hospital»۔',
  ]);
});

test('a wrongly doubled fine says what it was before [HISTORY-2]', () => {
  const reduced = fineOf({ before: { ...FINE, amount: 60_000 } });
  expect(sentencesOf(entry('fines.delete', reduced), LANGUAGES.en)).toEqual([
    'admin@jurmana.test undid the doubling of “Late” of 2 Nov 2026 of Ali.',
    'Amount: “Rs.\u00a0600.00” before, “Rs.\u00a0300.00” now.',
    'Left to pay: Rs.\u00a0600.00 before, Rs.\u00a0300.00 now.',
  ]);
});

describe('an action is shown with its effects [HISTORY-9]', () => {
  const said = (entries: readonly HistoryEntry[]): (readonly string[])[] =>
    tell(entries, LANGUAGES.en).map(({ sentences }) => sentences);
  const done = (action: Action, facts: readonly Facts[], member = 'A'): HistoryEntry[] =>
    facts.map((one, place) => ({
      ...entry(action, one),
      sequence: 10 + place,
      member: { userId: member, userName: 'Ali' },
    }));
  const payment = (receipt: string, amount: number): Facts => ({
    subject: 'payment',
    receipt,
    amount,
    method: 'Cash',
    reference: '',
    receivedOn: '2026-11-18',
    note: '',
  });
  const paying = (amount: number, receipt: string): Facts =>
    fineOf({
      after: { ...FINE, paidAmount: amount, status: amount === 30_000 ? 'Paid' : 'Pending' },
      receipts: [receipt],
    });

  test('a payment with the fines it paid', () => {
    const facts = [payment('R-2026-000001', 40000), paying(30000, 'R-2026-000001'), paying(10000, 'R-2026-000001')];
    expect(said(done('payments.take', facts))).toEqual([
      [
        'admin@jurmana.test received Rs.\u00a0400.00 from Ali on 18 Nov 2026: receipt R-2026-000001, Cash.',
        'Pays “Late” of 2 Nov 2026: Rs.\u00a0300.00.',
        'Pays Rs.\u00a0100.00 of “Late” of 2 Nov 2026; Rs.\u00a0200.00 left to pay.',
      ],
    ]);
  });

  test('each of two payments with its own fines, wherever they are listed', () => {
    const facts = [paying(30000, 'R-2026-000002'), payment('R-2026-000002', 30000), payment('R-2026-000001', 5000)];
    expect(said(done('payments.take', facts)).map(({ length }) => length)).toEqual([2, 1]);
  });

  test('a waiver with what is left, and a deletion with the fine that is no longer doubled', () => {
    const waived = FACTS.find(({ subject }) => subject === 'waiver') ?? fineOf({});
    expect(said(done('fines.waive', [fineOf({ after: { ...FINE, waivedAmount: 20_000 } }), waived]))[0]?.at(-1)).toBe(
      'Left to pay: Rs.\u00a0100.00.',
    );
    const reduced = fineOf({ before: { ...FINE, amount: 60_000 } });
    expect(said(done('fines.delete', [fineOf({ after: null }), reduced]))[0]?.at(-1)).toBe(
      '“Late” of 2 Nov 2026 is no longer doubled: Rs.\u00a0600.00 before, Rs.\u00a0300.00 now.',
    );
  });

  test('a mistake does not make what was paid owed again: it became credit', () => {
    const paid = { ...FINE, status: 'Paid' as const, paidAmount: 30_000 };
    const waived = FACTS.find((facts) => facts.subject === 'waiver' && facts.mistake) ?? fineOf({});
    const mistake = fineOf({ before: paid, after: { ...paid, paidAmount: 0, waivedAmount: 30_000 } });
    expect(said(done('fines.waive', [mistake, waived]))[0]?.slice(1)).toEqual([
      'Rs.\u00a0300.00 paid towards “Late” of 2 Nov 2026 became credit.',
      'Left to pay: Rs.\u00a00.00.',
    ]);
  });

  test('each of several waivers with what is left of its own fine', () => {
    const waiving = (fineId: string, waivedAmount: number): Facts[] => [
      fineOf({ fineId, after: { ...FINE, waivedAmount } }),
      { subject: 'waiver', ...OF_WAIVER, fineId, amount: waivedAmount, mistake: false, reason: 'was in hospital' },
    ];
    const told = said(done('fines.waiveSeveral', [...waiving('F', 30000), ...waiving('G', 10000)]));
    expect(told.map((sentences) => sentences.slice(1))).toEqual([
      ['Left to pay: Rs.\u00a00.00.'],
      ['Left to pay: Rs.\u00a0200.00.'],
    ]);
  });

  test('an effect is shown alone if its cause is on another page, and another member starts a new group', () => {
    expect(said(done('payments.take', [paying(30000, 'R-2026-000001')]))[0]?.[0]).toContain(
      'took Rs.\u00a0300.00 from Ali for “Late”',
    );
    const of = (member: string) => done('debtors.collect', [payment('R-1', 30000)], member);
    expect(said([...of('A'), ...of('B')])).toHaveLength(2);
  });
});

describe('the address of the history', () => {
  const { read, write } = HISTORY_FORMAT;

  test('is empty at first, and keeps every filter and the page [HISTORY-4]', () => {
    expect(write({ ...NO_FILTER, personId: undefined, page: 'newest' })).toBe('/history');
    const place = {
      personId: undefined,
      member: 'a b/c',
      fine: 'F&1',
      by: 'a@b.pk',
      kind: 'taken-back',
      from: '2026-11-01',
      to: '2026-11-30',
      page: { before: 12 },
    } as const;
    expect(read(addressIn(write(place)))).toEqual(place);
    expect(read(addressIn(write({ ...place, page: { after: 0 } })))).toEqual({ ...place, page: { after: 0 } });
  });

  test('on a person’s screen shows all theirs [PERSON-3]', () => {
    const place = { ...NO_FILTER, personId: 'u 1', member: 'u 1', page: { before: 12 } };
    expect(write(place)).toBe('/user/u%201?tab=history&before=12');
    expect(read(addressIn('/user/u%201?tab=history&member=other&kind=fines&before=12'))).toEqual(place);
  });

  test.each(['?kind=all&before=-1', '?kind=x&from=2026-02-30&after=1e3', '?before=x&member=%00', '?fine=&by='])(
    'treats %s as the newest of everything [HISTORY-4]',
    (query) => expect(read(addressIn(`/history${query}`))).toEqual({ ...NO_FILTER, page: 'newest' }),
  );
});
