// Texts that the program itself writes into records: stored in English, so that they are the same for every reader, and
// shown in the reader's language.
import type { Language } from './languages.ts';
import { UNKNOWN_USER } from '../people/person-name.ts';

/** The name of the administrator's account until it is given another one. */
export const ADMINISTRATOR = 'Administrator';

/** The actor of automatic reminders. */
export const BY_ITSELF = 'Jurmana';

/** The name given to an account; empty until then. */
export const givenName = (ofAccount: string): string => (ofAccount === ADMINISTRATOR ? '' : ofAccount);

/** The reason of a reversal that followed from something else. */
export const REVERSAL_REASON = {
  unpaid: 'Marked as unpaid',
  deleted: 'Fine deleted',
  reduced: 'Fine reduced',
  undone: 'Undone',
} as const;

/** The reason of a waiver that came with an exported file, which has no reasons. */
export const WAIVED_BEFORE = 'Waived before it was imported';

/** The name of an actor that is an API key. */
export const apiKeyActor = (name: string): string => `${name}${BY_API_KEY.en}`;

const BY_API_KEY = { en: ' (API key)', ur: ' (کلید)' } satisfies Record<Language, string>;

const IN_URDU = new Map<string, string>([
  [UNKNOWN_USER, 'نامعلوم رکن'],
  [ADMINISTRATOR, 'منتظم'],
  [BY_ITSELF, 'جرمانہ ایپ'],
  [REVERSAL_REASON.unpaid, 'بقایا کر دیا گیا'],
  [REVERSAL_REASON.deleted, 'جرمانہ حذف ہوا'],
  [REVERSAL_REASON.reduced, 'جرمانہ کم ہوا'],
  [REVERSAL_REASON.undone, 'واپس لے لیا گیا'],
  [WAIVED_BEFORE, 'درآمد سے پہلے معاف'],
]);

/** A text of a record as shown in this language: what people wrote stays as it is. */
export function wordsIn(language: Language, text: string): string {
  if (language === 'en') return text;
  if (text.endsWith(BY_API_KEY.en)) return text.slice(0, -BY_API_KEY.en.length) + BY_API_KEY[language];
  return IN_URDU.get(text) ?? text;
}
