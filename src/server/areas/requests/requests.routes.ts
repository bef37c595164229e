// The operations of requests.
import { exportRequests } from '../../../contract/exports.ts';
import * as contract from '../../../contract/money/requests.ts';
import { outstanding } from '../../../core/fines/fine.ts';
import { isPictureKept, REQUEST_KINDS } from '../../../core/money/member-request.ts';
import { addPaisa } from '../../../core/money/money.ts';
import { methodsExcept } from '../../../core/money/payment.ts';
import { isAllowed } from '../../../core/people/permission.ts';
import { figuresOf } from '../../balances/change-fine.ts';
import { findFines } from '../../balances/fine-reads.repository.ts';
import { AppError } from '../../base/errors.ts';
import { sendPicture } from '../../http/pictures.ts';
import type { Server } from '../../http/serve.ts';
import type { CommandEnvironment } from '../../ledger/command.ts';
import { cleanedPicture, findPicture, type SentPicture } from '../../shared/pictures/kept-pictures.ts';
import { readPage, wholeList } from '../../shared/record-list.ts';
import { isRuleOn, type OnMissingRule } from '../../shared/rules.ts';
import { todayAt } from '../../base/clock.ts';
import * as deciding from './deciding.service.ts';
import { requestList } from './requests.list.ts';
import { finesOf, findRequest, methodsWithheld, openOf } from './requests.repository.ts';
import * as sending from './sending.service.ts';
import { settleAll } from '../../db/transaction.ts';

/** Matches all requests. */
const NO_FILTER = { kind: undefined, state: undefined, from: undefined, to: undefined, search: '' };

export function serveRequests(
  server: Server,
  { db, clock, timeZone }: CommandEnvironment,
  onMissingRule: OnMissingRule,
): void {
  server.cachedQuery(contract.listRequests, ({ input: { query } }, { tx }) => readPage(tx, requestList, query));
  server.download(exportRequests, ({ input: { query } }) => wholeList(db, requestList, query));
  server.cachedQuery(contract.countRequests, async ({ principal }, { tx }) => ({
    open: await deciding.countToDecide(tx, principal),
  }));
  server.cachedQuery(contract.listOwnRequests, async ({ input: { query }, principal }, { tx }) => {
    const userId = principal.userId ?? '';
    const [page, open, withheld, offered] = await settleAll([
      readPage(tx, requestList, { ...query, ...NO_FILTER, userId }),
      openOf(tx, userId),
      methodsWithheld(tx),
      Promise.all(
        REQUEST_KINDS.map(async (kind) =>
          (await isRuleOn(tx, sending.OFFERED_BY[kind], onMissingRule)) ? [kind] : [],
        ),
      ),
    ]);
    const { claimed: _, ...own } = page;
    const appealed = await findFines(
      tx,
      open.flatMap((one) => (one.kind === 'appeal' ? finesOf(one).map(({ id }) => id) : [])),
    );
    return {
      ...own,
      offered: userId === '' ? [] : offered.flat(),
      methods: methodsExcept(withheld),
      open: open.flatMap((one) => finesOf(one).map(({ id }) => id)),
      waiting: {
        claimed: addPaisa(...open.map(({ amount }) => amount ?? 0)),
        appealed: addPaisa(...[...appealed.values()].map(({ fine }) => outstanding(figuresOf(fine)))),
      },
    };
  });

  server.query(contract.readPicture, async ({ input: { params }, reply }, { userId, access }) => {
    const row = await findRequest(db.read, params.requestId);
    const mayLook = row !== undefined && (row.user_id === userId || isAllowed(contract.acceptClaim.needs, access));
    // For others the request does not exist, so that ids cannot be probed.
    if (!mayLook) throw new AppError('request-not-found');
    const today = todayAt(clock.now(), timeZone);
    const isKept = isPictureKept({ state: row.state, decidedOn: row.decided_on }, today);
    const picture = isKept ? await findPicture(db.read, row.id, row.picture_hash) : null;
    return sendPicture(reply, picture, { name: `request-${row.id}`, cacheControl: 'no-store' });
  });

  server.command(
    contract.sendClaim,
    (context, { body }, picture: SentPicture | null) => sending.sendClaim(context, body, picture, onMissingRule),
    ({ body }) => {
      const picture = body.picture === null ? null : cleanedPicture(body.picture);
      return { read: async () => picture, userIds: () => [] };
    },
  );
  server.command(contract.sendAppeal, (context, { body }) => sending.sendAppeal(context, body, onMissingRule));
  server.command(contract.withdrawRequest, sending.withdraw);
  server.command(contract.acceptClaim, deciding.acceptClaim, ({ params }) => ({
    read: (tx) => deciding.readClaimed(tx, params.requestId),
    userIds: ({ request }) => [request.user_id],
  }));
  server.command(contract.acceptAppeal, deciding.acceptAppeal, ({ params }) => ({
    read: (tx) => deciding.readAppealed(tx, params.requestId, onMissingRule),
    userIds: ({ request }) => [request.user_id],
  }));
  for (const [operation, kind] of [
    [contract.refuseClaim, 'claim'],
    [contract.refuseAppeal, 'appeal'],
  ] as const) {
    server.command(operation, deciding.refuse, ({ params }) => ({
      read: (tx) => deciding.readRequest(tx, params.requestId, kind),
      userIds: ({ user_id }) => [user_id],
    }));
  }
}
