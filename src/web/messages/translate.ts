// Finds a text by its key and puts values into it: `{{name}}`, or `{{count, number}}` with a comma between thousands. A
// text with a plural has one key for each form of its language: `pages_one` and `pages_other` are `t('pages', { count })`.
import { formatCount } from '../../core/text/count.ts';

/** Texts by key, nested. */
export interface Texts {
  readonly [key: string]: string | Texts;
}

/** The keys of texts, as paths without their plural forms. */
export type KeyOf<T> = {
  [Key in keyof T & string]: T[Key] extends string ? Singular<Key> : `${Key}.${KeyOf<T[Key]>}`;
}[keyof T & string];

type Singular<Key extends string> = Key extends `${infer Base}_one` | `${infer Base}_other` ? Base : Key;

/** The shape of the texts in another language than English: the same keys, any sentences. */
export type Translation<English> = {
  readonly [Key in keyof English]: English[Key] extends string ? string : Translation<English[Key]>;
};

export type Values = Readonly<Record<string, string | number>>;

export function textAt(texts: Texts, key: string): string | undefined {
  let found: string | Texts | undefined = texts;
  for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined;
  return typeof found === 'string' ? found : undefined;
}

/**
 * The text without a value that there is none of: its place goes with the comma that parts it from the others, so that no name of a
 * button says "Take Back: , Danish".
 */
function withoutEmpty(text: string, values: Values): string {
  let left = text;
  for (const [name, value] of Object.entries(values)) {
    if (value !== '') continue;
    const place = `{{${name}}}`;
    for (const part of [`${place}, `, `${place}، `, `, ${place}`, `، ${place}`]) left = left.replace(part, '');
    for (const part of [`: ${place}`, ` ${place}`]) if (left.endsWith(part)) left = left.slice(0, -part.length);
  }
  return left;
}

/** The text with its values; the key itself where there is none. */
export type Translator = (key: string, values?: Values) => string;

/** `isolate` is applied to each value. */
export function translator(language: string, texts: () => Texts, isolate: (value: string) => string): Translator {
  const plurals = new Intl.PluralRules(language);
  return (key, values = {}) => {
    const { count } = values;
    const form = typeof count === 'number' ? textAt(texts(), `${key}_${plurals.select(count)}`) : undefined;
    const text = form ?? textAt(texts(), key) ?? key;
    return withoutEmpty(text, values).replaceAll(/\{\{(\w+)(, number)?\}\}/g, (_, name: string, number?: string) => {
      const value = values[name] ?? '';
      return isolate(number === undefined ? String(value) : formatCount(Number(value)));
    });
  };
}

/** A name or a number keeps its own direction among words of the other script. */
export const isolated = (text: string): string => `\u2068${text}\u2069`;
