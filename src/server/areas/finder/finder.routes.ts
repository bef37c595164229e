// The operation of the finder. Receipts and vouchers are found by number, with a few index lookups.
import { find, type Found, FOUND_AT_MOST } from '../../../contract/overview.ts';
import { type Numbered, numberName, typedNumber, type YearNumber } from '../../../core/money/payment.ts';
import { displayName } from '../../../core/people/person-name.ts';
import { run } from '../../db/run.ts';
import { settleAll } from '../../db/transaction.ts';
import type { Handle } from '../../db/types.ts';
import type { Server } from '../../http/serve.ts';
import { searchFor } from '../../shared/finding/searches.ts';
import { usersPage } from '../users/users.repository.ts';

/** Without a year the number is searched in this many years. */
const YEARS = 10;

const NUMBERED = { receipt: receiptsNumbered, voucher: vouchersNumbered } satisfies Record<Numbered, unknown>;

export function serveFinder(server: Server): void {
  server.cachedQuery(find, async ({ input: { query } }, { tx, today }) => {
    const thisYear = Number(today.slice(0, 4));
    const [{ people, more }, receipts, vouchers] = await settleAll([
      findPeople(tx, query.search),
      findPapers(tx, 'receipt', query.search, thisYear),
      findPapers(tx, 'voucher', query.search, thisYear),
    ]);
    return { people, more, receipts, vouchers };
  });
}

async function findPeople(db: Handle, term: string): Promise<Pick<Found, 'people' | 'more'>> {
  const search = searchFor(term);
  if (search === null) return { people: [], more: false };
  const rows = await usersPage(db, { search, group: '' }, 'picker', { page: 1, pageSize: FOUND_AT_MOST.people + 1 });
  const people = rows.slice(0, FOUND_AT_MOST.people).map((row) => ({
    id: row.id,
    userName: displayName(row.user_name),
    userEmail: row.user_email,
    status: row.status,
    pendingFine: row.pending,
  }));
  return { people, more: rows.length > people.length };
}

async function findPapers(db: Handle, kind: Numbered, term: string, thisYear: number): Promise<Found['receipts']> {
  const typed = typedNumber(term);
  if (typed === null || (typed.kind !== null && typed.kind !== kind)) return [];
  const years = typed.year === null ? Array.from({ length: YEARS }, (_, before) => thisYear - before) : [typed.year];
  const rows: PaperRow[] = await NUMBERED[kind](db, { number: typed.number, years, limit: FOUND_AT_MOST.papers });
  return rows.map((row) => ({
    name: numberName(kind, row),
    userName: displayName(row.user_name),
    amount: row.amount,
    day: row.day,
  }));
}

interface Wanted {
  number: number;
  years: readonly number[];
  limit: number;
}

interface PaperRow extends YearNumber {
  /** empty if the user is deleted or has no name */
  user_name: string;
  amount: number;
  day: string;
}

async function receiptsNumbered(db: Handle, { number, years, limit }: Wanted): Promise<PaperRow[]> {
  const rows = await run(
    db,
    db
      .selectFrom('payments')
      .innerJoin('users', 'users.id', 'payments.user_id')
      .select(['receipt_year as year', 'users.user_name', 'payments.amount', 'received_on as day'])
      .where('receipt_year', 'in', years)
      .where('receipt_number', '=', number)
      .orderBy('receipt_year', 'desc')
      .limit(limit),
  );
  // The year is never null here, as it is one of those asked for.
  return rows.map((row) => ({ ...row, year: row.year ?? 0, number }));
}

async function vouchersNumbered(db: Handle, { number, years, limit }: Wanted): Promise<PaperRow[]> {
  const rows = await run(
    db,
    db
      .selectFrom('refunds')
      .innerJoin('users', 'users.id', 'refunds.user_id')
      .select(['voucher_year as year', 'users.user_name', 'refunds.amount', 'given_on as day'])
      .where('voucher_year', 'in', years)
      .where('voucher_number', '=', number)
      .orderBy('voucher_year', 'desc')
      .limit(limit),
  );
  return rows.map((row) => ({ ...row, number }));
}
