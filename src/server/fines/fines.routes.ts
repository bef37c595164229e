// The operations of fines.
import * as contract from '../../contract/fines.ts';
import { displayName } from '../../core/person-name.ts';
import { rupeesFromPaisa } from '../../core/money.ts';
import type { Database } from '../db/engine.ts';
import { AppError } from '../errors.ts';
import type { Server } from '../serve.ts';
import { kept } from '../shared/kept.ts';
import { findUser, offsetOf, type OnMissingSetting, userFines } from '../shared/queries.ts';
import { toFine, toSummary, toTotals } from '../shared/wire.ts';
import { type FineDays, readFineDays } from './fine-days.ts';
import * as repository from './fines.repository.ts';
import * as service from './fines.service.ts';

const TYPES_OFFERED = 50;

export function serveFines(server: Server, db: Database, onMissingSetting: OnMissingSetting): void {
  const daysAt = kept<FineDays>();
  server.readRecords(contract.listFines, async ({ input: { query } }, { tx, books: reading }) => {
    const { userId, pageSize: limit } = query;
    const offset = offsetOf(query);
    const days = async () => daysAt(await reading, '', () => readFineDays(tx));
    const [books, user, rows] = await Promise.all([
      reading,
      userId === undefined ? null : findUser(tx, userId),
      userId === undefined ? repository.finesPage(tx, limit, offset, days) : userFines(tx, userId, { limit, offset }),
    ]);
    if (user === undefined) throw new AppError('user-not-found');
    return {
      items: rows.map(toFine),
      page: query.page,
      pageSize: query.pageSize,
      totalItems: user === null ? books.fine_count : user.fine_count,
      totals: toTotals(books),
      user: user === null ? null : { id: user.id, userName: displayName(user.user_name), summary: toSummary(user) },
    };
  });

  server.read(contract.listFineTypes, async ({ input: { query } }) => {
    const types = await repository.fineTypes(db.read, query.search, TYPES_OFFERED);
    return {
      items: types.map((type) => ({ fineType: type.fine_type, lastAmount: rupeesFromPaisa(type.last_amount) })),
    };
  });

  server.read(contract.assessFines, ({ input: { body } }) => service.assess(db, body, onMissingSetting));
  server.writeInTwoSteps(contract.addFines, ({ body }) => service.addFines(body, onMissingSetting));
  server.writeInTwoSteps(contract.setFineStatus, ({ params, body }) => service.setStatus(params.fineId, body.status));
  server.writeInTwoSteps(contract.deleteFine, ({ params }) => service.deleteFine(params.fineId, onMissingSetting));
}
