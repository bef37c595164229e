// The content of an entry as facts, with one function for each kind of record.
import type { Facts, State } from '../../../contract/history.ts';
import { termsIn } from '../../../core/fines/late-surcharge.ts';
import { RULE_ID } from '../../../core/fines/rules.ts';
import type { Subject } from '../../../core/journal.ts';
import { cashHeld } from '../../../core/money/cash.ts';
import { methodsExcept, NOT_RECORDED, numberName } from '../../../core/money/payment.ts';
import { displayName } from '../../../core/people/person-name.ts';
import { stepsIn } from '../../../core/people/reminder-plan.ts';
import { toFineState } from '../../shared/fine-row.ts';
import { toFields } from '../../shared/user-row.ts';
import type { Entry } from './history.repository.ts';
import { type BeforeAndAfter, type Records, recordsOf } from './records.ts';
import type { Related } from './related.ts';

export const factsOf = (entry: Entry, related: Related): Facts => FACTS[entry.subject](entry, related);

const FACTS: { [S in Subject]: (entry: Entry, related: Related) => Facts & { subject: S } } = {
  fine(entry, related) {
    const { before, after } = recordsOf<Records['fine']>(entry);
    const payments = related.allocations(entry.sequence);
    return {
      subject: 'fine',
      fineId: entry.subject_id,
      ...both({ before, after }, toFineState),
      doubled: before === null && typeof after?.doubled_by === 'string',
      receipts: [...new Set(payments.flatMap((id) => (id === null ? [] : (related.receipt(id) ?? []))))],
      byCredit: payments.includes(null),
    };
  },
  payment(entry) {
    const { after } = recordsOf<Records['payment']>(entry);
    return {
      subject: 'payment',
      receipt: numberOf('receipt', after?.receipt_year, after?.receipt_number),
      amount: after?.amount ?? 0,
      method: after?.method ?? NOT_RECORDED,
      reference: after?.reference ?? '',
      receivedOn: after?.received_on ?? '',
      note: after?.note ?? '',
    };
  },
  waiver(entry) {
    const { after } = recordsOf<Records['waiver']>(entry);
    return {
      subject: 'waiver',
      fineId: after?.fine_id ?? '',
      fineType: after?.fine_type ?? '',
      date: after?.fine_date ?? '',
      amount: after?.amount ?? 0,
      mistake: after?.mistake === 1,
      reason: after?.reason ?? '',
    };
  },
  refund(entry) {
    const { after } = recordsOf<Records['refund']>(entry);
    return {
      subject: 'refund',
      voucher: numberOf('voucher', after?.voucher_year, after?.voucher_number) ?? '',
      amount: after?.amount ?? 0,
      method: after?.method ?? 'Other',
      reference: after?.reference ?? '',
      givenOn: after?.given_on ?? '',
      note: after?.note ?? '',
    };
  },
  reversal(entry, related) {
    const { after } = recordsOf<Records['reversal']>(entry);
    const {
      payment_id: payment,
      refund_id: refund,
      waiver_id: waiver,
      hand_over_id: handOver,
      pay_out_id: payOut,
    } = after ?? {};
    return {
      subject: 'reversal',
      of:
        typeof refund === 'string'
          ? { kind: 'refund', voucher: related.voucher(refund) }
          : typeof waiver === 'string'
            ? { kind: 'waiver', ...related.waiver(waiver) }
            : typeof handOver === 'string'
              ? { kind: 'hand-over', ...related.handOver(handOver) }
              : typeof payOut === 'string'
                ? { kind: 'pay-out', holder: related.payer(payOut), event: related.eventPaid(payOut) }
                : { kind: 'payment', receipt: related.receipt(payment ?? '') },
      amount: after?.amount ?? 0,
      reason: after?.reason ?? '',
    };
  },
  'pay-out'(entry, related) {
    const { after } = recordsOf<Records['pay-out']>(entry);
    return {
      subject: 'pay-out',
      holder: after?.holder ?? '',
      amount: after?.amount ?? 0,
      event: related.eventPaid(entry.subject_id),
      note: after?.note ?? '',
    };
  },
  'hand-over'(entry) {
    const { after } = recordsOf<Records['hand-over']>(entry);
    const held = cashHeld({
      received: after?.received ?? 0,
      givenBack: after?.given_back ?? 0,
      paidOut: after?.paid_out ?? 0,
      takenOver: after?.taken_over ?? 0,
    });
    return {
      subject: 'hand-over',
      holder: after?.holder ?? '',
      held: held,
      counted: after?.counted ?? 0,
      takenBy: after?.taken_by ?? '',
      note: after?.note ?? '',
    };
  },
  reminder(entry) {
    const { after } = recordsOf<Records['reminder']>(entry);
    return {
      subject: 'reminder',
      channel: after?.channel ?? 'copy',
      amount: after?.pending ?? 0,
      overdue: after?.overdue ?? 0,
    };
  },
  promise(entry) {
    const { after } = recordsOf<Records['promise']>(entry);
    return { subject: 'promise', until: after?.until ?? null };
  },
  skip(entry) {
    const { after } = recordsOf<Records['skip']>(entry);
    return { subject: 'skip', upTo: after?.up_to ?? null };
  },
  user: (entry, related) => ({
    subject: 'user',
    ...both(recordsOf<Records['user']>(entry), (user) => userState(user, related)),
    joinedWith: related.joinedWith(entry),
  }),
  event: (entry) => ({ subject: 'event', ...both(recordsOf<Records['event']>(entry), eventState) }),
  setting(entry, related) {
    const { before, after } = recordsOf<Records['setting']>(entry);
    const state = (rule: Partial<Records['setting']>) => ruleState(entry.subject_id, rule, related);
    return {
      subject: 'setting',
      id: entry.subject_id,
      name: after?.description ?? '',
      ...both({ before, after }, state),
    };
  },
  'fine-type'(entry) {
    const { before, after } = recordsOf<Records['fine-type']>(entry);
    const movedUp = (after?.position ?? 0) < (before?.position ?? 0);
    return { subject: 'fine-type', ...both({ before, after }, typeState), movedUp };
  },
  group(entry) {
    const { before, after } = recordsOf<Records['group']>(entry);
    const movedUp = (after?.position ?? 0) < (before?.position ?? 0);
    return { subject: 'group', ...both({ before, after }, groupState), movedUp };
  },
  'api-key'(entry) {
    const { before, after } = recordsOf<Records['api-key']>(entry);
    const { name = '', access = 'viewer' } = after ?? before ?? {};
    return { subject: 'api-key', name, access };
  },
  request(entry, related) {
    const { after } = recordsOf<Records['request']>(entry);
    const fines = JSON.parse(after?.fines ?? '[]') as { type: string; date: string }[];
    return {
      subject: 'request',
      kind: after?.kind ?? 'claim',
      fines: fines.map(({ type, date }) => ({ fineType: type, date })),
      amount: after?.amount ?? null,
      method: after?.method ?? null,
      reference: after?.reference ?? '',
      receivedOn: after?.received_on ?? null,
      reason: after?.reason ?? '',
      answer: after?.answer ?? '',
      receipt: typeof after?.payment_id === 'string' ? related.receipt(after.payment_id) : null,
    };
  },
  organisation(entry) {
    const { before, after } = recordsOf<Records['organisation']>(entry);
    return {
      subject: 'organisation',
      before: organisationState(before ?? {}),
      after: organisationState(after ?? {}),
      logo: pictureChange(before?.logo_hash, after?.logo_hash),
      payPicture: pictureChange(before?.pay_picture_hash, after?.pay_picture_hash),
    };
  },
};

function pictureChange(before: string | null | undefined, after: string | null | undefined) {
  if ((before ?? null) === (after ?? null)) return 'unchanged';
  return typeof after === 'string' ? 'changed' : 'removed';
}

const both = <R, S>({ before, after }: BeforeAndAfter<R>, state: (record: Partial<R>) => S) => ({
  before: before && state(before),
  after: after && state(after),
});

const numberOf = (
  kind: 'receipt' | 'voucher',
  year: number | null | undefined,
  number: number | null | undefined,
): string | null =>
  typeof year === 'number' && typeof number === 'number' ? numberName(kind, { year, number }) : null;

function userState(user: Partial<Records['user']>, related: Related): State<'user'> {
  const { groupId, ...fields } = toFields(user);
  return {
    ...fields,
    group: groupId === null ? null : related.group(groupId),
    userName: displayName(user.user_name ?? ''),
    access: user.access ?? 'member',
  };
}

function ruleState(id: string, rule: Partial<Records['setting']>, related: Related): State<'setting'> {
  const isOn = rule.allow_disallow === 1;
  if (id !== RULE_ID['late-surcharge']) return { isOn };
  const { since: _since, leftOut, ...terms } = termsIn(rule.terms ?? null);
  return { isOn, ...terms, leftOut: leftOut.map((userId) => related.userName(userId)) };
}

const eventState = (event: Partial<Records['event']>): State<'event'> => ({
  title: event.title ?? '',
  description: event.description ?? '',
  date: event.date ?? '',
  location: event.location ?? '',
  amount: event.amount ?? 0,
});

const typeState = (type: Partial<Records['fine-type']>): State<'fine-type'> => ({
  name: type.name ?? '',
  urduName: type.urdu_name ?? '',
  amount: type.amount ?? null,
  active: type.active !== 0,
});

const groupState = (group: Partial<Records['group']>): State<'group'> => ({
  name: group.name ?? '',
  urduName: group.name_urdu ?? '',
  active: group.active !== 0,
});

function organisationState(organisation: Partial<Records['organisation']>): State<'organisation'> {
  return {
    name: organisation.name ?? '',
    address: organisation.address ?? '',
    phone: organisation.phone ?? '',
    receiptFoot: organisation.receipt_foot ?? '',
    dueDays: organisation.due_days ?? null,
    language: organisation.language ?? 'en',
    reminderEn: organisation.reminder_en ?? '',
    reminderUr: organisation.reminder_ur ?? '',
    howToPayEn: organisation.how_to_pay ?? '',
    howToPayUr: organisation.how_to_pay_ur ?? '',
    remindSteps: stepsIn(organisation.remind_steps ?? null),
    remindMinimum: organisation.remind_minimum ?? 0,
    remindersPaused: organisation.reminders_paused === 1,
    methods: methodsExcept(organisation.methods_withheld ?? null),
  };
}
