// Who writes to members, and in which language where they have not chosen one.
import { type Language, LANGUAGES } from '../../core/text/languages.ts';
import { runOne } from '../db/run.ts';
import type { Handle } from '../db/types.ts';

export async function organisationWords(db: Handle): Promise<{ name: string; language: Language }> {
  const { name, language } = await runOne(db, db.selectFrom('organisation').select(['name', 'language']));
  return { name, language: language ?? LANGUAGES[0] };
}
