// How the cluster drill judges receipts and messages. tests/unit/drills/cluster.test.ts shows that each check can fail.
import { numberName } from '../../src/core/money/payment.ts';
import type { MailState } from '../../src/core/mail/delivery.ts';
import { connect } from '../../src/server/db/connect.ts';
import type { Received } from '../../tests/helpers/smtp.ts';
import { type Findings, pause } from '../support/drill.ts';
import type { Sent } from '../support/requests.ts';

export interface Payment {
  id: string;
  /** `R-2026-000123`; null if it has none */
  receipt: string | null;
}

/** A message of the outbox. */
export interface Message {
  messageId: string;
  state: MailState;
  /** The events it reports: the kind of news and the record, e.g. `fined 5f1c…`. */
  tells: string[];
}

export function judgeReceipts(findings: Findings, sent: readonly Sent[], payments: readonly Payment[]): void {
  const kept = new Map(payments.map(({ id, receipt }) => [id, receipt]));
  const given = new Map<string, Set<string>>();
  const note = (receipt: string, id: string): void =>
    void given.set(receipt, (given.get(receipt) ?? new Set()).add(id));
  for (const { id, receipt } of payments) if (receipt !== null) note(receipt, id);
  const changed = new Set<string>();
  for (const { kind, answer, id } of sent) {
    const receipt = kind === 'collect' ? /R-\d{4}-\d{6}/.exec(answer ?? '')?.[0] : undefined;
    if (receipt === undefined || id === null) continue;
    note(receipt, id);
    if (kept.get(id) !== receipt) changed.add(receipt);
  }
  const doubled = [...given].filter(([, ids]) => ids.size > 1).map(([receipt]) => receipt);
  findings.add(
    'no receipt’s number was used twice, and each is the one in its payment’s response',
    given.size > 0 && doubled.length === 0 && changed.size === 0,
    [`${given.size} receipts`, ...[...doubled, ...changed].slice(0, 3)].join(' '),
  );
}

/**
 * `told`: acknowledged additions, none of which was undone, for somebody who is told of each. `most`: how many messages
 * may be unknown, which is the number of faults that can leave one.
 */
export function judgeMessages(
  findings: Findings,
  {
    received,
    messages,
    told,
    most,
  }: {
    received: readonly Pick<Received, 'messageId'>[];
    messages: readonly Message[];
    told: readonly Sent[];
    most: number;
  },
): void {
  const arrived = new Set(received.map(({ messageId }) => messageId));
  const twice = received.length - arrived.size;
  findings.add(
    'no message was sent twice',
    received.length > 0 && twice === 0,
    `${received.length} arrived, ${twice} twice`,
  );

  const times = new Map<string, number>();
  for (const what of messages.flatMap(({ tells }) => tells)) times.set(what, (times.get(what) ?? 0) + 1);
  const acknowledged = told.flatMap(({ answer, id }) => (answer === null || id === null ? [] : [`fined ${id}`]));
  const again = [...times].filter(([, count]) => count > 1).map(([what]) => what);
  const untold = acknowledged.filter((what) => !times.has(what));
  findings.add(
    'what was acknowledged was told once',
    acknowledged.length > 0 && again.length === 0 && untold.length === 0,
    `${again.length} told twice, ${untold.length} of ${acknowledged.length} not told`,
  );

  const of = (state: MailState): Message[] => messages.filter((message) => message.state === state);
  const missing = of('sent').filter(({ messageId }) => !arrived.has(messageId)).length;
  const others = messages.length - of('sent').length - of('unknown').length;
  findings.add(
    'every message was sent and arrived, or is unknown',
    missing === 0 && others === 0 && of('unknown').length <= most,
    `${of('sent').length} sent, ${missing} of them did not arrive; ${of('unknown').length} unknown (at most ${most}); ${others} neither`,
  );
}

export async function readPayments(databaseUrl: string): Promise<Payment[]> {
  const db = connect(databaseUrl, { poolSize: 1 });
  try {
    const rows = await db.read.selectFrom('payments').select(['id', 'receipt_year', 'receipt_number']).execute();
    return rows.map(({ id, receipt_year: year, receipt_number: number }) => ({
      id,
      receipt: year === null || number === null ? null : numberName('receipt', { year, number }),
    }));
  } finally {
    await db.close();
  }
}

/** Reads all messages once none is left to send, or once none has been sent for `stuckMs`. */
export async function readMessages(databaseUrl: string, stuckMs: number): Promise<Message[]> {
  const db = connect(databaseUrl, { poolSize: 1 });
  try {
    let [left, since] = [Number.POSITIVE_INFINITY, performance.now()];
    while (true) {
      const rows = await db.read.selectFrom('mails').select(['message_id', 'kind', 'state', 'facts']).execute();
      const waiting = rows.filter(({ state }) => ['waiting', 'sending', 'failed'].includes(state)).length;
      if (waiting < left) [left, since] = [waiting, performance.now()];
      if (waiting === 0 || performance.now() - since > stuckMs) {
        return rows.map(({ message_id: id, kind, state, facts }) => ({
          messageId: `<${id}>`,
          state,
          tells: recordsOf(facts).map((record) => `${kind} ${record}`),
        }));
      }
      await pause(1000);
    }
  } finally {
    await db.close();
  }
}

function recordsOf(facts: string | null): string[] {
  const { id, fines } = JSON.parse(facts ?? '{}') as { id?: string; fines?: { id: string }[] };
  return [...(id === undefined ? [] : [id]), ...(fines ?? []).map((fine) => fine.id)];
}
