// The data of an import: rows without the columns that the writer computes.
import { applyChange, type Balance, BooksError, changeOfPaidFine, EMPTY_BALANCE } from '../../../core/fines/fine.ts';
import { MAX_TOTAL, type Paisa } from '../../../core/money/money.ts';
import type { Insertable } from 'kysely';
import type { EventsTable, FinesTable, SettingsTable, UsersTable } from '../../db/schema.ts';

export type ImportedUser = Pick<
  UsersTable,
  | 'id'
  | 'user_name'
  | 'user_email'
  | 'user_role'
  | 'phone'
  | 'status'
  | 'created_at'
  | 'updated_at'
  | 'summary_updated_at'
> & {
  /** false: has fines but no user document, so the row is that of a deleted user */
  present: boolean;
};

export type ImportedFine = Omit<
  FinesTable,
  'sequence' | 'doubled_by' | 'due_on' | 'paid_amount' | 'waived_amount' | 'mistake'
>;

export type ImportedSetting = Pick<SettingsTable, 'id' | 'description' | 'allow_disallow'>;

export interface ImportData {
  users: readonly ImportedUser[];
  /** in creation order */
  fines: readonly ImportedFine[];
  events: readonly Insertable<EventsTable>[];
  settings: readonly ImportedSetting[];
}

/** An imported fine with status Paid was paid in full. */
export const figuresOfFine = ({ amount, status }: Pick<ImportedFine, 'amount' | 'status'>) => ({
  amount,
  waivedAmount: 0,
  paidAmount: status === 'Paid' ? amount : 0,
  status,
});

/**
 * The figures of the organisation and of each user by id, including users without fines.
 * @throws BooksError when they are too large to be recorded exactly.
 */
export function figuresOf(data: ImportData): { organisation: Balance; used: Paisa; byUser: Map<string, Balance> } {
  const byUser = new Map(data.users.map((user) => [user.id, { ...EMPTY_BALANCE }]));
  let organisation: Balance = { ...EMPTY_BALANCE };
  for (const fine of data.fines) {
    const change = changeOfPaidFine(figuresOfFine(fine));
    organisation = applyChange(organisation, change);
    byUser.set(fine.user_id, applyChange(byUser.get(fine.user_id) ?? EMPTY_BALANCE, change));
  }
  let used = 0;
  for (const event of data.events) {
    used += event.amount;
    // Nothing in an import is waived, so this is the turnover of the books.
    if (organisation.total + used > MAX_TOTAL)
      throw new BooksError(`fines and events would come to ${organisation.total + used}, which cannot be kept exactly`);
  }
  return { organisation, used, byUser };
}
