// Finds the members named in files and pasted lists: by id, by e-mail, or by a name or telephone number that only one
// of them has (FILE-3, PAY-57).
import type { Selectable } from 'kysely';
import { emailKey } from '../../../core/people/email.ts';
import { phoneKey, phoneTerm } from '../../../core/people/phone.ts';
import { searchKey } from '../../../core/text/search.ts';
import { isOneOf, run } from '../../db/run.ts';
import type { UsersTable } from '../../db/schema.ts';
import type { Handle } from '../../db/types.ts';
import { formerDetails } from '../joined-users.ts';

const COLUMNS = [
  'id',
  'user_name',
  'user_role',
  'pending',
  'oldest_pending_date',
  'id_key',
  'email_key',
  'name_key',
  'phone_key',
] as const;
type MemberRow = Pick<Selectable<UsersTable>, (typeof COLUMNS)[number]>;

/** Only for a text that is nothing but a number. */
const numberIn = (word: string): string | null => (phoneTerm(word) === null ? null : phoneKey(word));

/**
 * The members that each of these words names, without deleted users. Several members mean that the word identifies
 * nobody. An id or an e-mail always means one person, even if it is another's name; ids may be typed in lower case.
 * What a record that was joined with another was called names the one that remained (JOIN-10).
 */
export async function membersNamed(db: Handle, words: readonly string[]): Promise<Map<string, MemberRow[]>> {
  const asked = [...new Set(words)];
  const keys = asked.map(searchKey);
  const former = await formerDetails(db);
  const rows = await run(
    db,
    db
      .selectFrom('users')
      .where('deleted_at', 'is', null)
      .where((eb) =>
        eb.or([
          isOneOf(db, 'id', [...asked, ...former.map(({ remains }) => remains)]),
          isOneOf(db, 'id_key', keys),
          isOneOf(db, 'name_key', keys),
          isOneOf(db, 'email_key', asked.map(emailKey)),
          isOneOf(
            db,
            'phone_key',
            asked.flatMap((word) => numberIn(word) ?? []),
          ),
        ]),
      )
      .select(COLUMNS)
      .orderBy('id'),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const named = [
    ...rows.map((row) => ({ row, known: row })),
    ...former.flatMap(({ remains, ...known }) => {
      const row = byId.get(remains);
      return row === undefined ? [] : [{ row, known }];
    }),
  ];
  const by = (column: 'id' | 'email_key' | 'id_key' | 'name_key' | 'phone_key') => {
    const groups = Map.groupBy(named, ({ known }) => known[column]);
    return (key: string) => {
      const found = groups.get(key)?.map(({ row }) => row);
      return found && [...new Set(found)];
    };
  };
  const [ids, emails, idKeys, names, phones] = [
    by('id'),
    by('email_key'),
    by('id_key'),
    by('name_key'),
    by('phone_key'),
  ];
  // Somebody else may have a former e-mail now.
  return new Map(
    asked.map((word) => [
      word,
      ids(word)?.slice(0, 1) ??
        emails(emailKey(word))?.slice(0, 1) ??
        idKeys(searchKey(word)) ??
        names(searchKey(word)) ??
        phones(numberIn(word) ?? '') ??
        [],
    ]),
  );
}
