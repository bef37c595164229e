// The operations of members who owe something.
import * as contract from '../../../contract/money/debtors.ts';
import { addDays } from '../../../core/calendar.ts';
import { MAX_COLLECTED_AT_ONCE } from '../../../core/limits.ts';
import type { Database } from '../../db/types.ts';
import { settleAll } from '../../db/transaction.ts';
import type { Server } from '../../http/serve.ts';
import { inParts } from '../../shared/in-parts.ts';
import * as repository from './debtors.repository.ts';
import * as service from './debtors.service.ts';
import { membersNamed } from '../../shared/finding/members.ts';

/** How many of the members with the same name are shown: two are enough to show that the name is ambiguous. */
const NAMESAKES_SHOWN = 2;

export function serveDebtors(server: Server, db: Database): void {
  server.cachedQuery(contract.listDebtors, async ({ input: { query } }, { tx, today }) => {
    const { search, unpaidFor } = query;
    const filter = { search, unpaidSince: unpaidFor === 0 ? null : addDays(today, -unpaidFor) };
    const [rows, sums] = await settleAll([
      repository.debtors(tx, filter, MAX_COLLECTED_AT_ONCE),
      repository.debtSums(tx, filter),
    ]);
    return {
      items: rows.map(service.toDebtor),
      totalItems: sums.count,
      pendingFine: sums.pending,
    };
  });
  server.query(contract.findDebtors, async ({ input: { body } }) => {
    const parts = await inParts(body.names, (names) => membersNamed(db.read, names));
    const members = new Map(parts.flatMap((found) => [...found]));
    return {
      items: body.names.map((name) => ({
        name,
        found: (members.get(name) ?? []).slice(0, NAMESAKES_SHOWN).map(service.toDebtor),
      })),
    };
  });
  server.command(
    contract.collectFromMany,
    async (context, { body }, debts: service.Debts) => service.collectFromMany(context, body, debts),
    ({ body }) => {
      const ids = body.debtors.map(({ userId }) => userId);
      return { read: (tx) => service.readDebts(tx, ids), userIds: () => ids };
    },
  );
}
