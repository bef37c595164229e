/**
 * What is said of a fine beside its type: texts that may be left empty. From this table follow what is asked for, sent,
 * stored, journalled, shown, exported and imported of them; the compiler asks for their words and columns.
 */
import { MAX_LENGTH } from '../limits.ts';
import type { AccessLevel } from '../people/permission.ts';

interface TextOfFine {
  /** in the table of fines */
  readonly column: string;
  /** the maximum, in characters */
  readonly length: number;
  /** the least access of those who see it in the fines of others */
  readonly seenBy: AccessLevel;
  /** the heads of its column in imported files, like those of `import-heads.ts` */
  readonly heads: readonly string[];
}

/** In the order in which they are asked for and shown. */
export const FINE_TEXTS = {
  /** its note (ACCESS-12) */
  description: {
    column: 'description',
    length: MAX_LENGTH.description,
    seenBy: 'viewer',
    heads: [
      'description | note | notes | details | remarks | comment | comments | تفصیل | نوٹ | کیفیت | tafseel | tafseelat | kaifiyat',
    ],
  },
} as const satisfies Record<string, TextOfFine>;

export type FineText = keyof typeof FINE_TEXTS;
export type FineTextColumn = (typeof FINE_TEXTS)[FineText]['column'];

export const FINE_TEXT_NAMES = Object.keys(FINE_TEXTS) as readonly FineText[];

export const isFineText = (name: string): name is FineText => Object.hasOwn(FINE_TEXTS, name);

/** The same for each text, by its name. */
export const ofEachText = <V>(of: (name: FineText) => V): Record<FineText, V> =>
  Object.fromEntries(FINE_TEXT_NAMES.map((name) => [name, of(name)])) as Record<FineText, V>;

/** The texts that are not empty. */
export const filledTexts = (fine: Readonly<Record<FineText, string>>): [name: FineText, text: string][] =>
  FINE_TEXT_NAMES.flatMap((name): [FineText, string][] => (fine[name] === '' ? [] : [[name, fine[name]]]));
