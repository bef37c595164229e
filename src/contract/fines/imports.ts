// Imports: users and fines from the rows of a CSV file (FILE-1). Checking saves nothing; importing saves all rows or none.
import { z } from 'zod';
import {
  IMPORT_COLUMNS,
  IMPORT_PROBLEMS,
  type ImportColumn,
  type ImportKind,
} from '../../core/files/import-columns.ts';
import { MAX_IMPORT_ROWS, MAX_IMPORT_SIZE } from '../../core/limits.ts';
import { operation } from '../operation.ts';
import { fineType, instant, rupeesTotal, text, totals } from '../shapes.ts';
import { actorName } from '../only-for.ts';

/** A cell as it is in the file: errors in it are reported by row and column. */
const cell = z.string().default('');

/** Invalid rows that a refusal lists: nobody needs the errors of ten thousand. */
const WRONG_ROWS_TOLD = 100;

/**
 * The number of rows is checked first. After too many invalid rows the others are not parsed, because the request is
 * refused anyway.
 */
const rowsOf = <T extends z.ZodType>(row: T) =>
  z
    .array(z.unknown())
    .min(1, 'must have at least one row')
    .max(MAX_IMPORT_ROWS, `must be at most ${MAX_IMPORT_ROWS} rows at once`)
    .transform((rows) => {
      let wrong = 0;
      const end = rows.findIndex((given) => !row.safeParse(given).success && (wrong += 1) === WRONG_ROWS_TOLD);
      return end === -1 ? rows : rows.slice(0, end + 1);
    })
    .pipe(z.array(row));

/** A row of a file of this kind; columns that the file lacks are empty. */
const row = <C extends ImportColumn>(columns: readonly C[]) =>
  z.object(Object.fromEntries(columns.map((column) => [column, cell])) as Record<C, typeof cell>);

/** `id`: the id the user is to have, empty for a new one */
const userRows = rowsOf(row(IMPORT_COLUMNS.users));
/**
 * `member`: an id, an e-mail address, or a name or number that only one member has. The cells from `status` on come
 * from an exported file: a fine with any of them is entered as it was charged, never doubled.
 */
const fineRows = rowsOf(row(IMPORT_COLUMNS.fines));

const problemOf = <C extends readonly string[]>(columns: C) =>
  z.object({
    row: z.number().int(),
    column: z.enum(columns),
    problem: z.enum(IMPORT_PROBLEMS),
    /** the row further up that it repeats, or that doubles it */
    earlier: z.number().int().optional(),
  });

/**
 * Room for the rows of the largest file with the names of their columns, for escapes in JSON, and for as many ignored
 * columns again.
 */
const bodyLimit = (kind: ImportKind) => {
  const columns = IMPORT_COLUMNS[kind];
  const named = columns.reduce((bytes, column) => bytes + column.length + '"":"",'.length, '{},'.length);
  return {
    bytes: MAX_IMPORT_SIZE + MAX_IMPORT_ROWS * named + 256 * 1024,
    values: 2 * MAX_IMPORT_ROWS * (columns.length + 1),
  };
};

/** The latest import of the same rows, null if there was none. */
const importedBefore = z.object({ at: instant, by: actorName }).nullable();
export type ImportedBefore = z.infer<typeof importedBefore>;

/** import rows again that were already imported */
const again = z.boolean().default(false);

/** rows imported before, counted from 0; they are left out unless `again` is set */
const before = z.array(z.number().int());

export const checkUserImport = operation({
  id: 'users.checkImport',
  method: 'POST',
  path: '/users/import/check',
  needs: 'manager',
  summary: 'Says what is wrong in rows of users, and whether they were imported before. Saves nothing.',
  bodyLimit: bodyLimit('users'),
  body: z.object({ rows: userRows }),
  /** `problems`: by row, counted from 0 */
  output: z.object({ problems: z.array(problemOf(IMPORT_COLUMNS.users)), importedBefore }),
  writes: false,
});

export const importUsers = operation({
  id: 'users.import',
  method: 'POST',
  path: '/users/import',
  needs: 'manager',
  summary: 'Adds the users of these rows, all of them or none.',
  bodyLimit: bodyLimit('users'),
  body: z.object({ rows: userRows, again }),
  output: z.object({ imported: z.number().int() }),
  errors: ['import-problems', 'imported-before'],
  writes: true,
});

export const checkFineImport = operation({
  id: 'fines.checkImport',
  method: 'POST',
  path: '/fines/import/check',
  needs: 'collector',
  summary:
    'Says what is wrong in rows of fines, which rows were imported before, and what each of the others would charge under the repeat-offence rule if they were entered one after the other. Saves nothing.',
  bodyLimit: bodyLimit('fines'),
  body: z.object({ rows: fineRows, again }),
  output: z.object({
    /** by row, counted from 0 */
    problems: z.array(problemOf(IMPORT_COLUMNS.fines)),
    importedBefore,
    before,
    /** in the order of the rows, null for a row that has a problem or is left out */
    charges: z.array(
      z
        .object({
          userName: z.string(),
          amount: rupeesTotal,
          date: z.string(),
          /** the day is in the future */
          future: z.boolean(),
          doubled: z.boolean(),
          /** the fine because of which it is doubled, from the file or from before; null if it is not doubled */
          earlier: z.object({ fineType, date: z.string() }).nullable(),
        })
        .nullable(),
    ),
    /** of all charges */
    total: rupeesTotal,
    /** token for `fines.import`: it changes whenever the charges would */
    checked: z.string(),
  }),
  writes: false,
});

export const importFines = operation({
  id: 'fines.import',
  method: 'POST',
  path: '/fines/import',
  needs: 'collector',
  summary:
    'Fines the members of these rows as `fines.checkImport` said, all of them or none. Rows imported before are included only with `again`.',
  bodyLimit: bodyLimit('fines'),
  body: z.object({ rows: fineRows, checked: text(100), again }),
  output: z.object({ imported: z.number().int(), totals }),
  errors: ['import-problems', 'import-changed', 'imported-before', 'totals-too-large'],
  writes: true,
});
