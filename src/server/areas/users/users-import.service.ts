// Imports users from the rows of a file (FILE-2, FILE-4, FILE-6).
import type { checkUserImport, importUsers as importUsersOperation } from '../../../contract/fines/imports.ts';
import type { Output, ParsedInput } from '../../../contract/operation.ts';
import type { UserForm } from '../../../contract/users.ts';
import { emailKey } from '../../../core/people/email.ts';
import {
  inFileOrder,
  type ReadUser,
  readUserRows,
  repeatedEmailsIn,
  repeatedIdsIn,
} from '../../../core/files/import-rows.ts';
import { type CellProblem, type UserColumn, type UserRow } from '../../../core/files/import-columns.ts';
import { searchKey } from '../../../core/text/search.ts';
import type { Handle } from '../../db/types.ts';
import type { CommandContext } from '../../ledger/command.ts';
import { groupsByName, readGroups } from '../../shared/groups.ts';
import { formerDetails } from '../../shared/joined-users.ts';
import { inParts } from '../../shared/in-parts.ts';
import {
  fingerprintOf,
  importedBefore,
  readInParts,
  rememberImport,
  requireNew,
  requireNoProblems,
} from '../../shared/files/imports.ts';
import { usedIds, usersWithEmails } from './users.repository.ts';
import { keptFor, recordUsers } from './users.service.ts';

interface Checked {
  users: (ReadUser & Pick<UserForm, 'groupId'>)[];
  problems: CellProblem<UserColumn>[];
}

/** `kept`: e-mails that whoever imports may not give a user. */
async function checkRows(db: Handle, rows: readonly UserRow[], kept: readonly string[]): Promise<Checked> {
  const { items: users, problems } = await readInParts(rows, (part) => {
    const read = readUserRows(part);
    return { items: read.users, problems: read.problems };
  });
  problems.push(...repeatedEmailsIn(users), ...repeatedIdsIn(users));
  const found = await inParts(users, (part) =>
    usersWithEmails(
      db,
      part.map(({ userEmail }) => emailKey(userEmail)),
    ),
  );
  // With an e-mail of a record that was joined, a row is of somebody who is there.
  const former = await formerDetails(db);
  const taken = new Set([...[...found.flat(), ...former].map(({ email_key: key }) => key), ...kept]);
  const ids = new Set(
    (
      await inParts(users, (part) =>
        usedIds(
          db,
          part.map(({ id }) => id),
        ),
      )
    ).flat(),
  );
  const groups = groupsByName(await readGroups(db));
  // Where there are no groups, the column means something else.
  const groupOf = ({ group }: ReadUser) => (groups.size === 0 ? undefined : groups.get(searchKey(group)));
  for (const [row, { userEmail, id, group }] of users.entries()) {
    const isUnknown = group !== '' && groups.size > 0 && !groups.has(searchKey(group));
    if (isUnknown) problems.push({ row, column: 'group', problem: 'group-not-listed' });
    if (ids.has(id)) problems.push({ row, column: 'id', problem: 'id-in-use' });
    if (taken.has(emailKey(userEmail))) problems.push({ row, column: 'userEmail', problem: 'email-in-use' });
  }
  return { users: users.map((user) => ({ ...user, groupId: groupOf(user)?.id ?? null })), problems };
}

export async function checkUsers(
  db: Handle,
  rows: readonly UserRow[],
  kept: readonly string[],
): Promise<Output<typeof checkUserImport>> {
  const { problems } = await checkRows(db, rows, kept);
  return {
    problems: inFileOrder('users', problems),
    importedBefore: await importedBefore(db, fingerprintOf('users', rows)),
  };
}

/** Adds the users of all rows, or none. Throws import-problems, imported-before. */
export async function importUsers(
  context: CommandContext,
  { rows, again }: ParsedInput<typeof importUsersOperation>['body'],
  administratorEmail: string,
): Promise<Output<typeof importUsersOperation>> {
  const fingerprint = fingerprintOf('users', rows);
  // Checked first, because every e-mail of a file imported before is in use.
  await requireNew(context.tx, fingerprint, again);
  const { users, problems } = await checkRows(context.tx, rows, keptFor(context.access, administratorEmail));
  requireNoProblems('users', problems);
  await recordUsers(context, users, administratorEmail);
  rememberImport(context, fingerprint);
  return { imported: users.length };
}
