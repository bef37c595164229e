// The row of a fine: its columns, the texts in them, and what is told of it before and after a change.
import type { Selectable } from 'kysely';
import type { FineChange } from '../../contract/fines/fine-details.ts';
import {
  FINE_TEXT_NAMES,
  FINE_TEXTS,
  type FineText,
  type FineTextColumn,
  ofEachText,
} from '../../core/fines/fine-texts.ts';
import type { FinesTable } from '../db/schema.ts';

type Row = Selectable<FinesTable>;
type TextColumns = Pick<Row, FineTextColumn>;

const TEXT_COLUMNS: readonly FineTextColumn[] = FINE_TEXT_NAMES.map((name) => FINE_TEXTS[name].column);

/** Of a fine about which nothing is said or shown, and of one that was recorded before there was such. */
export const NO_TEXTS = {
  ...(Object.fromEntries(TEXT_COLUMNS.map((column) => [column, ''])) as TextColumns),
  pictures: null,
};

/** The columns of the texts that are given. */
export const textColumns = (texts: { readonly [T in FineText]?: string | undefined }): Partial<TextColumns> =>
  Object.fromEntries(
    FINE_TEXT_NAMES.flatMap((name) => (texts[name] === undefined ? [] : [[FINE_TEXTS[name].column, texts[name]]])),
  );

/** The texts of a row, or of a record of the journal. */
export const textsOf = (row: Partial<TextColumns>): Record<FineText, string> =>
  ofEachText((name) => row[FINE_TEXTS[name].column] ?? '');

const EMPTY: Omit<Row, 'sequence'> = {
  id: '',
  user_id: '',
  fine_type: '',
  ...NO_TEXTS,
  amount: 0,
  date: '',
  status: 'Pending',
  created_at: 0,
  paid_on: null,
  updated_at: 0,
  paid_amount: 0,
  waived_amount: 0,
  mistake: 0,
  doubled_by: null,
  due_on: null,
};

/** The digests of a fine's pictures. */
export const picturesOf = ({ pictures }: Partial<Pick<Row, 'pictures'>>): string[] =>
  JSON.parse(pictures ?? '[]') as string[];

export const picturesColumn = (hashes: readonly string[]): string | null =>
  hashes.length === 0 ? null : JSON.stringify(hashes);

/** All columns of a fine. */
export const FINE_COLUMNS = ['sequence', ...Object.keys(EMPTY)] as (keyof Row)[];

type Known = Pick<Row, 'id' | 'user_id' | 'fine_type' | 'amount' | 'date' | 'created_at' | 'updated_at'>;

/** The row of a new fine, as the journal records it too. What is not known is empty: nothing is said, paid or waived. */
export const newFineRow = <K extends Known & Partial<Row>>(known: K) => ({ ...EMPTY, ...known });

/** What a change of a fine is told by. A record of the journal may lack what was added later. */
export const toFineState = (fine: Partial<Row>): FineChange['after'] => ({
  fineType: fine.fine_type ?? '',
  ...textsOf(fine),
  amount: fine.amount ?? 0,
  date: fine.date ?? '',
  dueOn: fine.due_on ?? null,
  status: fine.status ?? 'Pending',
  paidAmount: fine.paid_amount ?? 0,
  waivedAmount: fine.waived_amount ?? 0,
});
