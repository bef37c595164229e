// The names of the types of fines in the language of a reader (TYPE-10).
import { typeIn, type UrduNames } from '../../core/fines/type-name.ts';
import type { Language } from '../../core/text/languages.ts';
import { run } from '../db/run.ts';
import { settleAll } from '../db/transaction.ts';
import type { Handle } from '../db/types.ts';

/** What a type is called in a language. */
export type NameOfType = (fineType: string, language: Language) => string;

export async function readUrduNames(db: Handle): Promise<UrduNames> {
  const [former, listed] = await settleAll([
    run(
      db,
      db
        .selectFrom('listed_fine_types')
        .innerJoin('fine_types', 'fine_types.listed_as', 'listed_fine_types.id')
        .select(['fine_types.type_key as key', 'urdu_name'])
        .where('urdu_name', '<>', ''),
    ),
    run(db, db.selectFrom('listed_fine_types').select(['type_key as key', 'urdu_name']).where('urdu_name', '<>', '')),
  ]);
  // A name now on the list is nobody's former one.
  return new Map([...former, ...listed].map(({ key, urdu_name: name }) => [key, name]));
}

export async function readNamesOfTypes(db: Handle): Promise<NameOfType> {
  const names = await readUrduNames(db);
  return (fineType, language) => typeIn(language, fineType, names);
}
