// Fines, money and statements as CSV files: each list with its own filter and order (EXPORT-1).
import * as contract from '../../contract/exports.ts';
import type { Fine } from '../../contract/fines/fines.ts';
import type { StatementRow } from '../../contract/money/statements.ts';
import { AppError } from '../errors.ts';
import type { Server } from '../http/serve.ts';
import type { CommandEnvironment } from '../ledger/command.ts';
import { csvFile, inBatches } from '../shared/csv-file.ts';
import { findUser, userFinesBehind } from '../shared/queries.ts';
import { type FineRow, toFine } from '../shared/wire.ts';
import { type HandOverRow, handOversBehind } from '../cash/cash.repository.ts';
import { toHandOver } from '../cash/cash.service.ts';
import * as columns from './export-columns.ts';
import { finesBehind } from '../fines/fines.repository.ts';
import { type PaymentRow, paymentsPage } from '../payments/payments.repository.ts';
import * as payments from '../payments/payments.service.ts';
import { type RefundRow, refundsPage } from '../refunds/refunds.repository.ts';
import * as refunds from '../refunds/refunds.service.ts';
import { readStatement } from '../statements/statement.service.ts';
import { type WaiverRow, waiversPage } from '../waivers/waivers.repository.ts';
import * as waivers from '../waivers/waivers.service.ts';

export function serveFineExports(server: Server, { db, timeZone }: CommandEnvironment): void {
  server.download(contract.exportFines, ({ input: { query } }) => {
    const { userId, status, language } = query;
    async function* fines(): AsyncGenerator<Fine[]> {
      if (userId !== undefined && (await findUser(db.read, userId)) === undefined) throw new AppError('user-not-found');
      yield* inBatches(
        db,
        (tx, after: FineRow | null, limit) =>
          userId === undefined
            ? finesBehind(tx, after, { limit, status })
            : userFinesBehind(tx, userId, after, { limit, status }),
        (rows) => rows.map(toFine),
      );
    }
    return csvFile('fines', language, columns.ofFines(timeZone), fines());
  });

  server.download(contract.exportPayments, ({ input: { query } }) => {
    const filter = payments.paymentFilter(query);
    const batches = inBatches(
      db,
      (tx, after: PaymentRow | null, limit) => paymentsPage(tx, { ...filter, after }, { limit, offset: 0 }),
      (rows, tx) => payments.withReversals(tx, rows),
    );
    return csvFile('payments', query.language, columns.ofPayments, batches);
  });

  server.download(contract.exportRefunds, ({ input: { query } }) => {
    const filter = refunds.refundFilter(query);
    const batches = inBatches(
      db,
      (tx, after: RefundRow | null, limit) => refundsPage(tx, { ...filter, after }, { limit, offset: 0 }),
      (rows, tx) => refunds.withReversals(tx, rows),
    );
    return csvFile('given-back', query.language, columns.ofRefunds, batches);
  });

  server.download(contract.exportWaivers, ({ input: { query } }) => {
    const { userId, from, to, madeBy, search, language } = query;
    const batches = inBatches(
      db,
      (tx, after: WaiverRow | null, limit) =>
        waiversPage(tx, { userId, from, to, madeBy, search, after }, { limit, offset: 0 }),
      (rows, tx) => waivers.withReversals(tx, rows),
    );
    return csvFile('waived', language, columns.ofWaivers, batches);
  });

  server.download(contract.exportHandOvers, ({ input: { query } }) => {
    const days = { from: query.from, to: query.to };
    const batches = inBatches(
      db,
      (tx, after: HandOverRow | null, limit) => handOversBehind(tx, days, after, limit),
      (rows) => rows.map((row) => toHandOver(row, [])),
    );
    return csvFile('hand-overs', query.language, columns.ofHandOvers, batches);
  });

  server.download(contract.exportStatement, ({ input: { params, query }, today }) => {
    const { userId } = params;
    const { from, to, language } = query;
    async function* lines(): AsyncGenerator<StatementRow[]> {
      const asked = { userId, from, to, today, timeZone, limit: Infinity };
      yield columns.rowsOf(await readStatement(db.read, asked));
    }
    return csvFile('statement', language, columns.ofStatement, lines());
  });
}
