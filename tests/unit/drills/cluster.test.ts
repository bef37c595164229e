// The cluster drill accepts the state of a cluster that healed itself, and detects each kind of loss and duplication.
import { expect, test } from 'vitest';
import { judgeMessages, judgeReceipts, type Message, type Payment } from '../../../drills/cluster/judge.ts';
import { Findings } from '../../../drills/support/drill.ts';
import { longestGap, type Reply } from '../../../drills/support/probe.ts';
import { addition, collection, type Sent } from '../../../drills/support/requests.ts';

const failed = (judge: (findings: Findings) => void): string[] => {
  const findings = new Findings();
  judge(findings);
  return findings.failed();
};

const TWICE = 'no message was sent twice';
const TOLD = 'what was acknowledged was told once';
const ARRIVED = 'every message was sent and arrived, or is unknown';

interface Outbox {
  received: { messageId: string }[];
  messages: Message[];
  told: Sent[];
  most: number;
}

/** Two fines with a message each; the outcome of one message is unknown. */
function outbox(): Outbox {
  const told = ['a', 'b'].map((id) => ({
    ...addition({ userId: 'u', amount: 1, date: '2026-06-01' }),
    id,
    answer: '{}',
  }));
  return {
    received: [{ messageId: '<1>' }, { messageId: '<2>' }],
    messages: [
      { messageId: '<1>', state: 'sent', tells: ['fined a'] },
      { messageId: '<2>', state: 'unknown', tells: ['fined b'] },
    ],
    told,
    most: 1,
  };
}

const judged = (change: (of: Outbox) => void): string[] => {
  const of = outbox();
  change(of);
  return failed((findings) => judgeMessages(findings, of));
};

test('messages that all arrived are accepted, and one with an unknown outcome', () => {
  expect(judged(() => {})).toEqual([]);
});

test.each<[string, (of: Outbox) => void, string]>([
  ['a message that arrived twice', ({ received }) => received.push({ messageId: '<1>' }), TWICE],
  [
    'two messages of one fine',
    ({ received, messages }) => {
      received.push({ messageId: '<3>' });
      messages.push({ messageId: '<3>', state: 'sent', tells: ['fined a'] });
    },
    TOLD,
  ],
  [
    'a fine of which nobody was told',
    ({ received, messages }) => {
      received.shift();
      messages.shift();
    },
    TOLD,
  ],
  ['no fine at all', (of) => (of.told = []), TOLD],
  ['a message that is sent and did not arrive', ({ received }) => received.shift(), ARRIVED],
  ['a message that still waits', ({ messages }) => Object.assign(messages[1] ?? {}, { state: 'waiting' }), ARRIVED],
  ['more unknown than faults', (of) => (of.most = 0), ARRIVED],
])('%s is detected', (_what, change, statement) => {
  expect(judged(change)).toContain(statement);
});

function collected(id: string, receipt: string): Sent {
  const request = collection({ userId: 'u', fines: [], amount: 1, receivedOn: '2026-06-01' });
  return { ...request, id, answer: JSON.stringify({ payment: { id, receipt } }) };
}

const RECEIPTS: Payment[] = [
  { id: 'p', receipt: 'R-2026-000001' },
  { id: 'q', receipt: 'R-2026-000002' },
  { id: 'not-recorded', receipt: null },
];

test('receipts with different numbers are accepted', () => {
  expect(
    failed((findings) =>
      judgeReceipts(findings, [collected('p', 'R-2026-000001'), collected('q', 'R-2026-000002')], RECEIPTS),
    ),
  ).toEqual([]);
});

test.each<[string, Sent[], Payment[]]>([
  ['two payments with one number', [], [...RECEIPTS, { id: 'r', receipt: 'R-2026-000001' }]],
  ['a number that was told to a payment that is lost, and given again', [collected('lost', 'R-2026-000001')], RECEIPTS],
  ['a payment that has another number than it was told', [collected('p', 'R-2026-000009')], RECEIPTS],
  ['no receipt at all', [], []],
])('%s is detected', (_what, sent, payments) => {
  expect(failed((findings) => judgeReceipts(findings, sent, payments))).toHaveLength(1);
});

test('the time without writes is the longest gap between two successful ones, starting with the last before the fault', () => {
  const write = (at: number, status: number | null = 200): Reply => ({ kind: 'write', at, ms: 10, status });
  const replies = [write(0), write(100), write(150, 503), write(200, null), write(4000), write(4100)];
  expect(longestGap({ replies }, 120)).toBe(3900);
  expect(longestGap({ replies }, 4015)).toBe(100);
});
