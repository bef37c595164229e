// The operations and the list of waivers.
import { exportWaivers } from '../../../contract/exports.ts';
import { waiveFines } from '../../../contract/fines/several-fines.ts';
import * as contract from '../../../contract/money/waivers.ts';
import type { listWaivers, Waiver } from '../../../contract/money/waivers.ts';
import { finesOfBody } from '../../balances/fine-reads.repository.ts';
import { itemsWithReversals } from '../../balances/reversals.ts';
import type { Database } from '../../db/types.ts';
import type { Server } from '../../http/serve.ts';
import { emailsOf } from '../../shared/joined-users.ts';
import { MEMBER, REVERSED } from '../../shared/money-columns.ts';
import { type FilterOf, readPage, type RecordList, wholeList } from '../../shared/record-list.ts';
import type { OnMissingRule } from '../../shared/rules.ts';
import { type WaiverRow, waiversPage, waiverSums } from './waivers.repository.ts';
import * as service from './waivers.service.ts';
import { toWaiver } from './waivers.service.ts';

export function serveWaivers(server: Server, db: Database, onMissingRule: OnMissingRule): void {
  server.cachedQuery(contract.listWaivers, ({ input: { query } }, { tx }) => readPage(tx, waiverList, query));
  server.download(exportWaivers, ({ input: { query } }) => wholeList(db, waiverList, query));
  server.command(
    contract.waiveFine,
    async (context, { body }, found: service.Waiving) => service.waive(context, found, body),
    ({ params }) => ({
      read: (tx) => service.readWaiving(tx, params.fineId, onMissingRule),
      userIds: ({ user }) => [user.id],
    }),
  );
  server.command(waiveFines, service.waiveAll, ({ body }) => finesOfBody(body));
  server.command(
    contract.reverseWaiver,
    async (context, { body }, found: service.Reversing) => service.reverseWaiver(context, found, body),
    ({ params }) => ({ read: (tx) => service.readReversing(tx, params.waiverId), userIds: ({ user }) => [user.id] }),
  );
}

type Query = FilterOf<typeof listWaivers>;

const waiverList: RecordList<Query, WaiverRow, Waiver, 'waived' | 'reversed'> = {
  rows: async (db, query, { after, ...window }) =>
    waiversPage(db, { ...query, madeBy: await emailsOf(db, query.madeBy), after }, window),
  sums: async (db, query) => waiverSums(db, { ...query, madeBy: await emailsOf(db, query.madeBy) }),
  items: (db, rows) => itemsWithReversals(db, 'waiver', rows, toWaiver),
  file: 'waived',
  columns: {
    day: ({ day }) => ({ day }),
    ...MEMBER,
    fineType: ({ fineType }, nameOfType) => ({ text: nameOfType(fineType) }),
    fineDay: ({ date }) => ({ day: date }),
    amount: ({ amount }) => ({ amount }),
    mistake: ({ mistake }) => ({ word: mistake ? 'yes' : null }),
    reason: ({ reason }) => ({ recorded: reason }),
    waivedBy: ({ madeBy }) => ({ recorded: madeBy }),
    ...REVERSED,
  },
};
