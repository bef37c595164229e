// What members read about themselves. Whose records are read is decided here, by the session alone. Another member's
// receipt or fine is answered like one that does not exist, so that numbers and ids cannot be probed.
import { exportOwnStatement } from '../../../contract/exports.ts';
import type { Operation } from '../../../contract/operation.ts';
import * as contract from '../../../contract/money/own.ts';
import { AppError } from '../../base/errors.ts';
import { readDetails } from '../fines/details.service.ts';
import type { RecordsCall, Server } from '../../http/serve.ts';
import type { CommandEnvironment } from '../../ledger/command.ts';
import { paymentList } from '../payments/payments.list.ts';
import { readReceipt } from '../payments/payments.service.ts';
import { readPage } from '../../shared/record-list.ts';
import { readVoucher } from '../refunds/refunds.service.ts';
import { statementFile } from '../statements/statement-file.ts';
import { readStatement } from '../statements/statement.service.ts';
import { toOwnFine } from './own-fine.ts';

export function serveOwn(server: Server, { db, timeZone }: CommandEnvironment): void {
  server.cachedQuery(contract.listOwnPayments, (call, { tx }) =>
    readPage(tx, paymentList, { ...EVERY_PAYMENT, ...call.input.query, userId: ownId(call) }),
  );
  server.cachedQuery(contract.readOwnReceipt, (call, { tx }) =>
    readReceipt(tx, call.input.params.number, { of: ownId(call) }),
  );
  server.cachedQuery(contract.readOwnVoucher, (call, { tx }) =>
    readVoucher(tx, call.input.params.number, { of: ownId(call) }),
  );
  server.cachedQuery(contract.readOwnStatement, (call, { tx, today }) => {
    const { from, to } = call.input.query;
    return readStatement(tx, { userId: ownId(call), from, to, today, timeZone });
  });
  server.download(exportOwnStatement, (call) => {
    const { from, to, language } = call.input.query;
    return statementFile(db, language, { userId: ownId(call), from, to, today: call.today, timeZone });
  });
  server.cachedQuery(contract.readOwnFine, async (call, { tx }) => {
    const details = await readDetails(tx, call.input.params.fineId);
    if (details.fine.userId !== ownId(call)) throw new AppError('fine-not-found');
    return toOwnFine(details);
  });
}

const EVERY_PAYMENT = { from: undefined, to: undefined, method: undefined, receivedBy: undefined, search: '' };

/** The administrator has no user record and so sees nothing here: no record belongs to the empty id. */
const ownId = ({ principal }: RecordsCall<Operation>): string => principal.userId ?? '';
