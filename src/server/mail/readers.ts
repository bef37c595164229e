// Who can receive messages, and how a message to them is written.
import { type Letter } from '../../core/mail/letter.ts';
import { type Balance, letterOf, type MailFacts, type MailKind, NEWS_KINDS } from '../../core/mail/letters.ts';
import type { GrantedLevel } from '../../core/people/permission.ts';
import { displayName } from '../../core/people/person-name.ts';
import type { Language } from '../../core/text/languages.ts';
import { isOneOf, run } from '../db/run.ts';
import { settleAll } from '../db/transaction.ts';
import type { Handle } from '../db/types.ts';
import { type NameOfType, readNamesOfTypes } from '../shared/queries.ts';
import { declinedIn } from './preferences.ts';

export type OfKind<K extends MailKind> = { [One in K]: { kind: One; facts: MailFacts[One] } }[K];

export interface Reader {
  address: string;
  name: string;
  /** the language of their account; null if none was chosen */
  language: Language | null;
  mails_off: number;
  /** kinds of news that they do not want, or do not get because they are inactive */
  declined: readonly MailKind[];
  /** null for a member */
  access: GrantedLevel | null;
  balance: Balance;
  nameOfType: NameOfType;
}

/** Those of these users who can receive messages, by id. */
export async function readersOf(db: Handle, userIds: readonly string[]): Promise<Map<string, Reader>> {
  const members = run(
    db,
    db
      .selectFrom('users')
      .leftJoin('accounts', 'accounts.email_key', 'users.email_key')
      .select([
        'users.id',
        'user_email',
        'user_name',
        'access',
        'pending',
        'credit',
        'language',
        'mails_off',
        'untold',
        'status',
      ])
      .where(isOneOf(db, 'users.id', userIds))
      .where('deleted_at', 'is', null),
  );
  const [rows, nameOfType] = await settleAll([members, readNamesOfTypes(db)]);
  return new Map(
    rows.flatMap(
      ({ id, user_email: address, user_name: name, access, pending, credit, language, mails_off, untold, status }) =>
        address === null || address === ''
          ? []
          : [
              [
                id,
                {
                  address,
                  name: displayName(name),
                  language,
                  mails_off: mails_off ?? 0,
                  declined: NEWS_KINDS.filter(
                    (kind) => declinedIn(untold).includes(kind) || (status === 'Inactive' && kind !== 'paid'),
                  ),
                  access,
                  balance: { owed: pending, credit },
                  nameOfType,
                },
              ] as const,
            ],
    ),
  );
}

export function letterTo(
  { name, language, balance, nameOfType }: Pick<Reader, 'name' | 'balance' | 'nameOfType'> & { language: Language },
  { kind, facts }: OfKind<MailKind>,
  link: string | null,
): Letter {
  // The compiler does not know that kind and facts belong together.
  return letterOf(kind, facts as never, {
    name,
    language,
    balance,
    link,
    nameOfType: (fineType) => nameOfType(fineType, language),
  });
}
