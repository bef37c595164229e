// What members read about themselves. Whose records are read is decided here, by the session alone. Another member's
// receipt or fine is answered like one that does not exist, so that numbers and ids cannot be probed.
import { exportOwnStatement } from '../../../contract/exports.ts';
import type { Operation } from '../../../contract/operation.ts';
import * as contract from '../../../contract/money/own.ts';
import type { OwnChange, OwnFine } from '../../../contract/money/own.ts';
import type { Paisa } from '../../../core/money/money.ts';
import { AppError } from '../../base/errors.ts';
import { readDetails } from '../fines/details.service.ts';
import type { RecordsCall, Server } from '../../http/serve.ts';
import type { CommandEnvironment } from '../../ledger/command.ts';
import { paymentList } from '../payments/payments.list.ts';
import { readReceipt } from '../payments/payments.service.ts';
import { readPage } from '../../shared/record-list.ts';
import { readVoucher } from '../refunds/refunds.service.ts';
import { statementFile } from '../statements/statement.routes.ts';
import { readStatement } from '../statements/statement.service.ts';
import type { FineChange, FineDetails } from '../../../contract/fines/fine-details.ts';

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
  server.cachedQuery(contract.readOwnFine, async (call, { tx, today }) => {
    const details = await readDetails(tx, call.input.params.fineId, today);
    if (details.fine.userId !== ownId(call)) throw new AppError('fine-not-found');
    return toOwnFine(details);
  });
}

const EVERY_PAYMENT = {
  from: undefined,
  to: undefined,
  method: undefined,
  receivedBy: undefined,
  group: '',
  search: '',
};

/** The administrator has no user record and so sees nothing here: no record belongs to the empty id. */
const ownId = ({ principal }: RecordsCall<Operation>): string => principal.userId ?? '';

// A fine as its own member sees it: what happened to it and what paid it, but not who did that, nor their words.

function toOwnFine({ fine, doubling, surcharge, paid, pictures, history }: FineDetails): OwnFine {
  const earlier = doubling?.earlier ?? null;
  return {
    fine: {
      ...fine,
      doubling: doubling && { earlier: earlier && { fineType: earlier.fineType, date: earlier.date } },
    },
    surcharge,
    paid: paid.flatMap(({ payment, left }) =>
      left > 0
        ? {
            amount: left,
            payment: payment && {
              receipt: payment.receipt,
              method: payment.method,
              receivedOn: payment.receivedOn,
            },
          }
        : [],
    ),
    pictures,
    history: history.flatMap(toOwnChange),
  };
}

/** A correction of only the note is not shown to the member, nor when a picture came or went. */
function toOwnChange({ kind, at, before, after }: FineChange): OwnChange | [] {
  const amount = after.amount;
  if (kind === 'pictureAdded' || kind === 'pictureRemoved') return [];
  if (kind === 'imported') return { kind: 'added', at, amount };
  if (kind === 'paid' || kind === 'unpaid') return { kind, at, amount: between(before?.paidAmount, after.paidAmount) };
  if (kind === 'waived' || kind === 'unwaived') {
    return { kind, at, amount: between(before?.waivedAmount, after.waivedAmount) };
  }
  if (kind === 'corrected' && before !== null) {
    const isSame = before.fineType === after.fineType && before.amount === amount && before.date === after.date;
    if (isSame && before.dueOn === after.dueOn) return [];
  }
  return { kind, at, amount };
}

const between = (before: Paisa = 0, after: Paisa): Paisa => Math.abs(after - before);
