// The operations of cash-up.
import * as contract from '../../contract/money/cash.ts';
import { rupeesFromPaisa } from '../../core/money/money.ts';
import type { Server } from '../http/serve.ts';
import { offsetOf } from '../shared/queries.ts';
import * as repository from './cash.repository.ts';
import * as service from './cash.service.ts';

export function serveCash(server: Server, administratorEmail: string): void {
  server.cachedQuery(contract.readCash, async (_call, { tx, books: readBooks }) => {
    const [rows, takers, books] = await Promise.all([
      repository.allHolders(tx),
      service.readTakers(tx, administratorEmail),
      readBooks(),
    ]);
    return { holders: rows.map(service.toHolder), takers, creditHeld: rupeesFromPaisa(books.credit) };
  });
  server.cachedQuery(contract.listHandOvers, async ({ input: { query } }, { tx }) => {
    const { from, to, page, pageSize } = query;
    const window = { limit: pageSize, offset: offsetOf(query) };
    const { rows, count } = await repository.handOversPage(tx, { from, to }, window);
    const ids = rows.map(({ id }) => id);
    const payOuts = Map.groupBy(await repository.payOutsOf(tx, ids), (row) => row.hand_over_id);
    return {
      items: rows.map((row) => service.toHandOver(row, (payOuts.get(row.id) ?? []).map(service.toPayOut))),
      page,
      pageSize,
      totalItems: count,
    };
  });
  // Whose payments change what is held is not known beforehand.
  server.command(
    contract.recordPayOut,
    (context, { body }, row: repository.HolderRow) => service.recordPayOut(context, body, row),
    ({ body }) => ({ read: (tx) => service.readHolder(tx, body.holder), userIds: () => null }),
  );
  server.command(
    contract.handOverCash,
    async (context, { body }, read: service.HandingOver) => service.handOver(context, body, read),
    ({ body }) => ({ read: (tx) => service.readHandingOver(tx, body, administratorEmail), userIds: () => null }),
  );
}
