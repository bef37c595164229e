// Members as files name them: by id, by e-mail, or by a name that only one of them has (FILE-3).
import { emailKey } from '../../core/email.ts';
import { searchKey } from '../../core/search.ts';
import { isOneOf, memoizeByShape, prepared } from '../db/prepared.ts';
import { settleAll } from '../db/transaction.ts';
import type { Handle } from '../db/types.ts';

export type FoundMember = { id: string } | 'several';

/** The member whom each of these words names, or that it names several; deleted users are no members. */
export async function findMembers(db: Handle, words: readonly string[]): Promise<Map<string, FoundMember>> {
  const asked = [...new Set(words)];
  const nameKeys = new Map(asked.map((word) => [word, searchKey(word)]));
  const [byId, byEmail, byName] = await settleAll([
    presentWith('id')(db, { keys: asked }),
    presentWith('email_key')(db, { keys: asked.map(emailKey) }),
    presentWith('name_key')(db, { keys: [...nameKeys.values()] }),
  ]);
  const idOf = new Map([
    ...byEmail.map(({ id, email_key: key }) => [key, id] as const),
    ...byId.map(({ id }) => [id, id] as const),
  ]);
  const named = Map.groupBy(byName, ({ name_key: key }) => key);
  return new Map(
    asked.flatMap((word): [string, FoundMember][] => {
      const id = idOf.get(word) ?? idOf.get(emailKey(word));
      if (id !== undefined) return [[word, { id }]];
      const [first, ...others] = named.get(nameKeys.get(word) ?? '') ?? [];
      if (first === undefined) return [];
      return [[word, others.length > 0 ? 'several' : { id: first.id }]];
    }),
  );
}

const presentWith = memoizeByShape((column: 'id' | 'email_key' | 'name_key') =>
  prepared((db, { keys }: { keys: readonly string[] }) =>
    db
      .selectFrom('users')
      .select(['id', 'email_key', 'name_key'])
      .where(isOneOf(db, column, keys))
      .where('deleted_at', 'is', null),
  ),
);
