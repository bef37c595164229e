// The operations of users.
import type { Transaction } from 'kysely';
import * as contract from '../../contract/users.ts';
import { displayName } from '../../core/person-name.ts';
import type { Clock } from '../clock.ts';
import { atOneMoment, type Database } from '../db/engine.ts';
import type { Schema } from '../db/schema.ts';
import { AppError } from '../errors.ts';
import type { Server } from '../serve.ts';
import { kept, type Moment } from '../shared/kept.ts';
import { findUser, readBooks, type Search, searchFor, userFines } from '../shared/queries.ts';
import { toFine, toInstant, toSummary } from '../shared/wire.ts';
import * as repository from './users.repository.ts';
import * as service from './users.service.ts';

/** Newest fines shown with a user's details. */
const LATEST_FINES = 5;

export interface UsersRoutesOptions {
  db: Database;
  clock: Clock;
  administratorEmail: string;
  /** the public address, null where the one the browser uses is meant */
  baseUrl: string | null;
}

export function serveUsers(server: Server, { db, clock, administratorEmail, baseUrl }: UsersRoutesOptions): void {
  const countAt = kept<number>();
  const counterAt = async (tx: Transaction<Schema>, reading: Promise<Moment>) => {
    const books = await reading;
    return (search: Search | null, columns: repository.SearchedColumns): Promise<number> =>
      // Without a search there is one count, wherever it would look.
      countAt(books, JSON.stringify(search && [columns, search]), () => repository.countUsers(tx, search, columns));
  };

  server.read(contract.listUsers, ({ input: { query } }) =>
    atOneMoment(db, async (tx) => {
      const search = searchFor(query.search);
      const [count, rows] = await Promise.all([
        counterAt(tx, readBooks(tx)),
        repository.usersPage(tx, search, 'kept', query),
      ]);
      return {
        items: await service.toUsers(tx, rows, clock.now()),
        page: query.page,
        pageSize: query.pageSize,
        totalItems: await count(search, 'kept'),
        totalUsers: await count(null, 'kept'),
      };
    }),
  );

  server.readRecords(contract.listUserOptions, async ({ input: { query } }, { tx, books }) => {
    const search = searchFor(query.search);
    const [count, rows] = await Promise.all([counterAt(tx, books), repository.usersPage(tx, search, 'chosen', query)]);
    return {
      items: rows.map((row) => {
        const { id, user_email: userEmail, status } = row;
        return { id, userName: displayName(row.user_name), userEmail, status };
      }),
      page: query.page,
      pageSize: query.pageSize,
      totalItems: await count(search, 'chosen'),
    };
  });

  server.read(contract.readUser, ({ input: { params } }) =>
    atOneMoment(db, async (tx) => {
      const [row, fines] = await Promise.all([
        findUser(tx, params.userId),
        userFines(tx, params.userId, { limit: LATEST_FINES, offset: 0 }),
      ]);
      if (row === undefined || (row.deleted_at !== null && row.fine_count === 0)) throw new AppError('user-not-found');
      return {
        user: await service.toUser(tx, row, clock.now()),
        deleted: row.deleted_at !== null,
        summary: toSummary(row),
        latestFines: fines.map(toFine),
      };
    }),
  );

  server.write(contract.addUser, (context, { body }) => service.addUser(context, body, administratorEmail));
  server.write(contract.updateUser, (context, { params, body }) =>
    service.changeUser(context, params.userId, body, administratorEmail),
  );
  server.write(contract.deleteUser, (context, { params }) =>
    service.deleteUser(context, params.userId, administratorEmail),
  );
  server.writeSecret(contract.createSignInLink, async (context, { params }) => {
    const { token, expiresAt } = await service.createSignInLink(context, params.userId, administratorEmail);
    return { token, expiresAt: toInstant(expiresAt), baseUrl };
  });
}
