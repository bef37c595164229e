// What must be known about the records before the reads are measured: ids and counts, read from the server.
import { listHistory } from '../../src/contract/history.ts';
import { listFines } from '../../src/contract/fines/fines.ts';
import { listMails } from '../../src/contract/mail/mails.ts';
import { listPayments } from '../../src/contract/money/payments.ts';
import { listRequests } from '../../src/contract/money/requests.ts';
import { listSummaries } from '../../src/contract/overview.ts';
import { listGroups } from '../../src/contract/settings/groups.ts';
import { readSession } from '../../src/contract/sign-in/auth.ts';
import { listUserOptions } from '../../src/contract/users.ts';
import { NO_GROUP } from '../../src/core/people/group.ts';
import type { MeasuringClient } from './client.ts';

/** A sample of the records, read from the server before measuring. */
export interface Sample {
  /** ids of existing users, from all over the list */
  users: [string, ...string[]];
  /** ids of the users with the most fines */
  mostFined: [string, ...string[]];
  /** of payments from all over the list */
  receipts: [string, ...string[]];
  /** with the members of none */
  groups: [GroupSample, ...GroupSample[]];
  userCount: number;
  fineCount: number;
  paymentCount: number;
  requestCount: number;
  mailCount: number;
  /** entries of the journal */
  entryCount: number;
  /** who entered the newest of them */
  actor: string;
  today: string;
}

interface GroupSample {
  id: string;
  fineCount: number;
}

const SAMPLE_PAGES = 10;

export async function takeSample(client: MeasuringClient): Promise<Sample> {
  const users: string[] = [];
  const first = (await client.call(listUserOptions, { query: { pageSize: 100 } })).value();
  const pages = Math.ceil(first.totalItems / 100);
  for (let page = 1; page <= pages; page += Math.max(1, Math.floor(pages / SAMPLE_PAGES))) {
    const { value } = await client.call(listUserOptions, { query: { page, pageSize: 100 } });
    users.push(...value().items.map((user) => user.id));
  }
  const top = await client.call(listSummaries, {
    query: { sort: 'count', order: 'descending', fines: 0 },
  });
  const mostFined = top
    .value()
    .items.filter((item) => item.summary.fineCount > 0)
    .map((item) => item.userId);
  const fines = (await client.call(listFines, { query: {} })).value();
  const payments = (await client.call(listPayments, { query: {} })).value();
  const receipts: string[] = [];
  const paymentPages = Math.ceil(payments.totalItems / 100);
  for (let page = 1; page <= paymentPages; page += Math.max(1, Math.floor(paymentPages / SAMPLE_PAGES))) {
    const { value } = await client.call(listPayments, { query: { page, pageSize: 100 } });
    receipts.push(...value().items.flatMap(({ receipt }) => receipt ?? []));
  }
  const groups: GroupSample[] = [];
  for (const { id } of [...(await client.call(listGroups, {})).value().items, { id: NO_GROUP }]) {
    const { totalItems } = (await client.call(listFines, { query: { group: id } })).value();
    groups.push({ id, fineCount: totalItems });
  }
  const session = (await client.call(readSession, {})).value();
  if (!isFilled(users) || !isFilled(mostFined) || !isFilled(receipts) || !isFilled(groups))
    throw new Error('There is nobody to measure with: seed the database.');
  const { today } = session.organisation;
  const [newest] = (await client.call(listHistory, { query: {} })).value().items;
  const entries = { entryCount: newest?.sequence ?? 0, actor: newest?.actor ?? '' };
  const { totalItems: requestCount } = (await client.call(listRequests, { query: {} })).value();
  const { totalItems: mailCount } = (await client.call(listMails, { query: {} })).value();
  const counts = {
    requestCount,
    mailCount,
    userCount: first.totalItems,
    fineCount: fines.totalItems,
    paymentCount: payments.totalItems,
  };
  return { users, mostFined, receipts, groups, ...counts, ...entries, today };
}

const isFilled = <T>(items: T[]): items is [T, ...T[]] => items.length > 0;
