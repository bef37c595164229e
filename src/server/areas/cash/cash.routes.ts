// The operations of cash-up.
import { exportHandOvers, exportPayOuts } from '../../../contract/exports.ts';
import * as contract from '../../../contract/money/cash.ts';
import type { HandOver, listHandOvers } from '../../../contract/money/cash.ts';
import type { ParsedInput } from '../../../contract/operation.ts';
import { settleAll } from '../../db/transaction.ts';
import type { Database } from '../../db/types.ts';
import type { Server } from '../../http/serve.ts';
import { REVERSED } from '../../shared/money-columns.ts';
import { readTakers } from '../../shared/people.ts';
import { readPage, type RecordList, wholeList } from '../../shared/record-list.ts';
import { countHandOvers, type HandOverRow, handOversPage } from './cash.repository.ts';
import * as service from './cash.service.ts';
import { handOversOf } from './cash.service.ts';
import * as payOuts from './pay-outs.service.ts';

export function serveCash(server: Server, db: Database, administratorEmail: string): void {
  server.cachedQuery(contract.readCash, async (_call, { tx, books: readBooks }) => {
    const [holders, takers, books] = await settleAll([
      service.readHolders(tx, administratorEmail),
      readTakers(tx, administratorEmail),
      readBooks(),
    ]);
    return { holders, takers, creditHeld: books.credit };
  });
  server.cachedQuery(contract.listHandOvers, ({ input: { query } }, { tx }) => readPage(tx, handOverList, query));
  server.cachedQuery(contract.readHandOver, async ({ input: { params } }, { tx }) => ({
    handOver: await service.readHandOver(tx, params.handOverId),
  }));
  server.download(exportHandOvers, ({ input: { query } }) => wholeList(db, handOverList, query));
  // The users whose payments change what is held are not known beforehand.
  server.command(contract.recordPayOut, service.recordPayOut, ({ body }) => ({
    read: (tx) => service.readHolder(tx, body.holderId, administratorEmail),
    userIds: () => null,
  }));
  server.cachedQuery(contract.listPayOuts, ({ input: { query } }, { tx }) => readPage(tx, payOuts.payOutList, query));
  server.download(exportPayOuts, ({ input: { query } }) => wholeList(db, payOuts.payOutList, query));
  server.command(contract.reversePayOut, payOuts.reversePayOut, ({ params }) => ({
    read: (tx) => payOuts.readReversing(tx, params.payOutId),
    userIds: () => null,
  }));
  server.command(contract.handOverCash, service.handOver, ({ body }) => ({
    read: (tx) => service.readHandingOver(tx, body, administratorEmail),
    userIds: () => null,
  }));
  server.command(contract.reverseHandOver, service.reverseHandOver, ({ params }) => ({
    read: (tx) => service.readReversing(tx, params.handOverId),
    userIds: () => null,
  }));
}

type Query = Omit<ParsedInput<typeof listHandOvers>['query'], 'page' | 'pageSize'>;

const handOverList: RecordList<Query, HandOverRow, HandOver, never> = {
  rows: (db, { from, to }, { after, ...window }) => handOversPage(db, { from, to, after }, window),
  sums: async (db, { from, to }) => ({ count: await countHandOvers(db, { from, to }) }),
  items: handOversOf,
  file: 'hand-overs',
  columns: {
    day: ({ day }) => ({ day }),
    holder: ({ holder }) => ({ recorded: holder }),
    takenBy: ({ takenBy }) => ({ recorded: takenBy }),
    received: ({ received }) => ({ amount: received }),
    takenOver: ({ takenOver }) => ({ amount: takenOver }),
    givenBack: ({ givenBack }) => ({ amount: givenBack }),
    paidOut: ({ paidOut }) => ({ amount: paidOut }),
    shouldBe: ({ held }) => ({ amount: held }),
    counted: ({ counted }) => ({ amount: counted }),
    difference: ({ difference }) => ({ amount: difference }),
    note: ({ note }) => ({ text: note }),
    ...REVERSED,
  },
};
