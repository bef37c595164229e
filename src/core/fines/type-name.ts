// The type of a fine as people read it: in Urdu a type of the organisation's list goes by its Urdu name (TYPE-10).
import { searchKey } from '../text/search.ts';
import type { Language } from '../text/languages.ts';

/** Extended by the page (src/web/fine-type.d.ts). */
export interface RecordedAs {}

/**
 * The type of a fine as it is recorded. In the code of the page it is no text, so that the compiler refuses to show one
 * except by its name in the language of the page (`typeText`).
 */
export type FineType = RecordedAs extends { fineType: infer Type } ? Type : string;

/** The Urdu names of the types on the list that have one, by the search keys of their names, present and former. */
export type UrduNames = ReadonlyMap<string, string>;

/** The type of a late surcharge: recorded in English, like the names of types. */
export const LATE_PAYMENT: Record<Language, string> = { en: 'Late payment', ur: 'تاخیر سے ادائیگی' };

/** A text that is on no list stays as it was typed, except that of a late surcharge. */
export const typeIn = (language: Language, fineType: string, names: UrduNames): string =>
  language === 'ur'
    ? (names.get(searchKey(fineType)) ?? (fineType === LATE_PAYMENT.en ? LATE_PAYMENT.ur : fineType))
    : fineType;
