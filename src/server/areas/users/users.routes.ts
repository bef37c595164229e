// The operations of users.
import type { Selectable } from 'kysely';
import { exportUsers } from '../../../contract/exports.ts';
import { checkUserImport, importUsers } from '../../../contract/fines/imports.ts';
import { joinUsers, undoJoin } from '../../../contract/money/joining.ts';
import { createSignInLinks, listWithoutSignIn } from '../../../contract/sign-in/sign-in-links.ts';
import * as contract from '../../../contract/users.ts';
import { groupIn } from '../../../core/people/group.ts';
import { displayName } from '../../../core/people/person-name.ts';
import { type Clock, todayAt } from '../../base/clock.ts';
import { inSnapshot, type Snapshot } from '../../db/snapshot.ts';
import type { UsersTable } from '../../db/schema.ts';
import type { Database } from '../../db/types.ts';
import { settleAll } from '../../db/transaction.ts';
import { AppError } from '../../base/errors.ts';
import type { Server } from '../../http/serve.ts';
import { type Columns, csvFile, daysIn, inBatches } from '../../shared/files/csv-file.ts';
import { countOpenFines } from '../../balances/open-fines.ts';
import { overdueOf } from '../../balances/overdue.ts';
import { readGroups } from '../../shared/groups.ts';
import { searchFor } from '../../shared/finding/searches.ts';
import { toInstant, toSummary } from '../../shared/wire.ts';
import * as joining from './joining.service.ts';
import * as signIns from './sign-ins.service.ts';
import * as repository from './users.repository.ts';
import * as imports from './users-import.service.ts';
import * as service from './users.service.ts';

interface UsersRoutesOptions {
  db: Database;
  clock: Clock;
  timeZone: string;
  administratorEmail: string;
  /** the public address; null means the one in the browser's request */
  baseUrl: string | null;
}

/** The number of present users, or of those that a search matches. */
function countUsers(
  { tx, once }: Snapshot,
  filter: repository.UserFilter,
  columns: repository.SearchScope,
): Promise<number> {
  // Without a search the count does not depend on the columns.
  const key = JSON.stringify([filter.group, filter.search && [columns, filter.search]]);
  return once(`users of ${key}`, () => repository.countUsers(tx, filter, columns));
}

const filterOf = ({ search, group }: { search: string; group: string }): repository.UserFilter => ({
  search: searchFor(search),
  group,
});

export function serveUsers(server: Server, options: UsersRoutesOptions): void {
  const { db, clock, timeZone, administratorEmail, baseUrl } = options;
  server.query(contract.listUsers, ({ input: { query } }) =>
    inSnapshot(db, async (snapshot) => {
      const { tx } = snapshot;
      const filter = filterOf(query);
      const before = query.with === undefined ? null : await repository.countUsersBefore(tx, filter, query.with);
      const page = before === null ? query.page : Math.floor(before / query.pageSize) + 1;
      const [totalItems, totalUsers, rows] = await settleAll([
        countUsers(snapshot, filter, 'list'),
        countUsers(snapshot, repository.EVERYBODY, 'list'),
        repository.usersPage(tx, filter, 'list', { ...query, page }),
      ]);
      const items = await service.toUsers(tx, rows, clock.now());
      return { items, page, pageSize: query.pageSize, totalItems, totalUsers };
    }),
  );

  server.download(exportUsers, async ({ input: { query }, now }) => {
    const filter = filterOf(query);
    const users = inBatches(
      db,
      (tx, after: Selectable<UsersTable> | null, limit) => repository.usersAfter(tx, filter, after, limit),
      (rows, tx) => service.toUsers(tx, rows, now),
    );
    const groups = (await readGroups(db.read)).map((group) => [group.id, groupIn(query.language, group)] as const);
    return csvFile('users', query.language, userColumns(timeZone, new Map(groups)), users);
  });

  server.cachedQuery(contract.listUserOptions, async ({ input: { query } }, snapshot) => {
    const filter = filterOf(query);
    const [totalItems, rows] = await settleAll([
      countUsers(snapshot, filter, 'picker'),
      repository.usersPage(snapshot.tx, filter, 'picker', query),
    ]);
    return {
      items: rows.map((row) => {
        const { id, user_email: userEmail, status } = row;
        return { id, userName: displayName(row.user_name), userEmail, status };
      }),
      page: query.page,
      pageSize: query.pageSize,
      totalItems,
    };
  });

  server.query(contract.readUser, ({ input: { params } }) =>
    inSnapshot(db, async ({ tx }) => {
      const row = await repository.userWithPage(tx, params.userId);
      if (row === undefined) throw new AppError('user-not-found');
      const overdue = await overdueOf(tx, [row], todayAt(clock.now(), timeZone));
      return {
        user: await service.toUser(tx, row, clock.now()),
        deleted: row.deleted_at !== null,
        summary: toSummary(row),
        unpaidSince: row.oldest_pending_date,
        openCount: await countOpenFines(tx, row, row.id),
        joined: await joining.undoableJoin(tx, row.id, { now: clock.now(), timeZone }),
        earliestDue: row.earliest_due,
        overdue: overdue.get(row.id) ?? 0,
      };
    }),
  );

  server.command(contract.addUser, (context, { body }) => service.addUser(context, body, administratorEmail));
  server.command(contract.addUsers, (context, { body }) => service.addUsers(context, body.users, administratorEmail));
  // Not in a snapshot, which would block other reads; importing checks the rows again anyway.
  server.query(checkUserImport, ({ input: { body } }, { access }) =>
    imports.checkUsers(db.read, body.rows, service.keptFor(access, administratorEmail)),
  );
  server.command(importUsers, (context, { body }) => imports.importUsers(context, body, administratorEmail));
  server.command(contract.updateUser, (context, { params, body }) =>
    service.changeUser(context, params.userId, body, administratorEmail),
  );
  server.command(contract.setGroup, (context, { body }) => service.setGroup(context, body));
  server.command(contract.deleteUser, (context, { params }) =>
    service.deleteUser(context, params.userId, administratorEmail),
  );
  server.command(joinUsers, (context, { params, body }) =>
    joining.joinUsers(context, params.userId, body, administratorEmail),
  );
  server.command(undoJoin, (context, { params }) => joining.undoJoin(context, params.userId, administratorEmail));
  server.command(contract.setUserAccess, (context, { params, body }) =>
    signIns.setAccess(context, params.userId, body, administratorEmail),
  );
  server.query(contract.readSignIns, ({ input: { params } }) =>
    inSnapshot(db, ({ tx }) => signIns.readSignIns(tx, params.userId, clock.now())),
  );
  server.command(contract.endSignIns, (context, { params }) =>
    signIns.endAllSignIns(context, params.userId, administratorEmail),
  );
  server.command(contract.createSignInLink, async (context, { params }) => {
    const { token, expiresAt } = await signIns.createSignInLink(context, params.userId, administratorEmail);
    return { token, expiresAt: toInstant(expiresAt), baseUrl };
  });
  server.query(listWithoutSignIn, ({ input: { query } }) =>
    inSnapshot(db, ({ tx }) => signIns.listWithoutSignIn(tx, clock.now(), filterOf(query), administratorEmail)),
  );
  server.command(createSignInLinks, async (context, { body }) => {
    const { links, expiresAt } = await signIns.createSignInLinks(context, body.userIds, administratorEmail);
    return { links, expiresAt: toInstant(expiresAt), baseUrl };
  });
}

/** `groups`: what each is called */
function userColumns(timeZone: string, groups: ReadonlyMap<string, string>): Columns<contract.User> {
  const dayIn = daysIn(timeZone);
  return {
    member: ({ userName }) => ({ recorded: userName }),
    email: ({ userEmail }) => ({ text: userEmail }),
    role: ({ userRole }) => ({ text: userRole }),
    phone: ({ phone }) => ({ text: phone }),
    ...(groups.size > 0 && { group: ({ groupId }: contract.User) => ({ text: groups.get(groupId ?? '') ?? null }) }),
    status: ({ status }) => ({ word: status }),
    access: ({ access }) => ({ word: access }),
    signIn: ({ signIn }) => ({ word: signIn }),
    lastSignIn: ({ lastSignIn }) => ({ day: dayIn(lastSignIn) }),
    enteredOn: ({ createdAt }) => ({ day: dayIn(createdAt) }),
    memberId: ({ id }) => ({ text: id }),
  };
}
