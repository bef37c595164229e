// The operations of payments.
import { payFines, setFineStatus } from '../../../contract/fines/fines.ts';
import { listOwnEntries } from '../../../contract/entries.ts';
import { exportPayments } from '../../../contract/exports.ts';
import * as contract from '../../../contract/money/payments.ts';
import { searchKey } from '../../../core/text/search.ts';
import { actorOf } from '../../auth/principal.ts';
import type { Server } from '../../http/serve.ts';
import type { CommandEnvironment } from '../../ledger/command.ts';
import { wholeList } from '../../shared/record-list.ts';
import { todayAt } from '../../base/clock.ts';
import { listOwnEntries as ownEntries } from '../../balances/own-entries.ts';
import { receivedIn } from '../../balances/daily-figures/payment-days.ts';
import { paymentList, readPayments } from './payments.list.ts';
import { readReceipt } from './payments.service.ts';
import { paymentsWithReference } from './taking.repository.ts';
import * as taking from './taking.service.ts';
import * as reversing from './reversing.service.ts';
import { type FoundFines, finesOfBody } from '../../balances/fine-reads.repository.ts';
import { settleAll } from '../../db/transaction.ts';

/** Earlier payments shown for a reference. */
const SAME_REFERENCE = 5;

export function servePayments(server: Server, { db, clock, timeZone }: CommandEnvironment): void {
  server.query(listOwnEntries, (_call, principal) => {
    const now = clock.now();
    return ownEntries(db.read, { actor: actorOf(principal), now, today: todayAt(now, timeZone), timeZone });
  });
  server.cachedQuery(contract.readOwed, async ({ input: { params } }, { tx }) =>
    taking.toOwed(await taking.readOwed(tx, params.userId)),
  );
  server.query(contract.findReference, async ({ input: { query } }) => {
    const key = searchKey(query.reference);
    const rows = await paymentsWithReference(db.read, { method: query.method, key, limit: SAME_REFERENCE });
    return { items: await paymentList.items(db.read, rows) };
  });
  server.cachedQuery(contract.listPayments, async ({ input: { query } }, { tx, today, books: readBooks }) => {
    const [page, receivedToday, receivedThisMonth, books] = await settleAll([
      readPayments(tx, query),
      receivedIn(tx, { from: today, to: today }),
      receivedIn(tx, { from: `${today.slice(0, 8)}01`, to: `${today.slice(0, 8)}31` }),
      readBooks(),
    ]);
    return { ...page, receivedToday, receivedThisMonth, creditHeld: books.credit };
  });
  server.download(exportPayments, ({ input: { query } }) => wholeList(db, paymentList, query));
  server.cachedQuery(contract.readReceipt, ({ input: { params } }, { tx }) => readReceipt(tx, params.number));
  server.command(
    contract.takePayment,
    async (context, { body }, owed: taking.OwedRows) => taking.takePayment(context, body, owed),
    ({ body }) => ({ read: (tx) => taking.readOwed(tx, body.userId), userIds: ({ user }) => [body.userId, user.id] }),
  );
  server.command(
    setFineStatus,
    async (context, { body }, found: reversing.Marking) =>
      body.status === 'Paid' ? taking.markPaid(context, found, body) : reversing.markUnpaid(context, found, body),
    ({ params }) => ({ read: (tx) => reversing.readMarking(tx, params.fineId), userIds: ({ user }) => [user.id] }),
  );
  server.command(
    payFines,
    async (context, { body }, found: FoundFines) => taking.payFines(context, body, found),
    ({ body }) => finesOfBody(body),
  );
  server.command(
    contract.reversePayment,
    async (context, { body }, found: reversing.Reversing) => reversing.reversePayment(context, found, body),
    ({ params }) => ({
      read: (tx) => reversing.readReversing(tx, params.paymentId),
      userIds: ({ user }) => [user.id],
    }),
  );
}
