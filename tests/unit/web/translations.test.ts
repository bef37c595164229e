// What the type checker cannot see in translations: placeholders, and texts left in English.
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ERRORS } from '../../../src/contract/errors.ts';
import { RULES } from '../../../src/core/fines/rules.ts';
import type { LANGUAGES } from '../../../src/core/text/languages.ts';
import { areaTexts, textNow } from '../../../src/web/messages/index.ts';
import { ur } from '../../../src/web/messages/ur/index.ts';

const english: Record<string, unknown> = {};
for (const file of readdirSync('src/web/messages/en')) {
  Object.assign(english, await import(`../../../src/web/messages/en/${basename(file, '.ts')}.ts`));
}
const translations = { ur } satisfies Record<Exclude<(typeof LANGUAGES)[number], 'en'>, object>;

/** Names of languages and keys, addresses and numbers, which are the same in every language. */
const SAME = new Set([
  'common.brandInOtherScript',
  'common.language.en',
  'common.language.ur',
  'common.percent',
  'dashboard.cards.unknown',
  'fines.add.enterKey',
  'fines.confirmFigures',
  'users.columns.number',
  'users.failed.because',
  'users.form.emailPlaceholder',
  'users.form.phonePlaceholder',
]);
/** Nothing but placeholders and punctuation, such as an action and its subject. */
const ONLY_PLACEHOLDERS = /^[\s:,،·—«»]*$/;

/** Every text with the path of its key. */
function flat(value: unknown, path: string[] = []): [key: string, text: string][] {
  if (typeof value === 'string') return [[path.join('.'), value]];
  return Object.entries(value as object).flatMap(([key, inner]) => flat(inner, [...path, key]));
}

/** Spellings, marks and figures that docs/urdu.md rules out. */
const RULED_OUT = { ur: /["“”۰-۹٠-٩]|ہوگ|ہونگ|انھ|جنھ|لاگ اِ?ن|صفحے$/ };

const placeholdersIn = (text: string): string[] => (text.match(/\{\{[^}]*\}\}/g) ?? []).toSorted();

describe.each(Object.entries(translations))('the texts in %s', (language, translation) => {
  const { errors, rules, ...screens } = translation;
  const translated = new Map(flat(screens));

  test('have the same keys as the English ones, and the same placeholders [LANG-2]', () => {
    const wanted = Object.fromEntries(flat(english).map(([key, text]) => [key, placeholdersIn(text)]));
    expect(Object.fromEntries([...translated].map(([key, text]) => [key, placeholdersIn(text)]))).toEqual(wanted);
  });

  test('are written in its own script [LANG-2]', () => {
    const left = [...translated, ...flat({ errors, rules })].filter(([key, text]) => {
      const words = text.replaceAll(/\{\{[^}]*\}\}/g, '');
      return !SAME.has(key) && !ONLY_PLACEHOLDERS.test(words) && !/\p{Script=Arabic}/u.test(words);
    });
    expect(left).toEqual([]);
  });

  test('are spelt as docs/urdu.md says [LANG-2]', () => {
    const { [language as keyof typeof RULED_OUT]: ruledOut } = RULED_OUT;
    const { finder, ...others } = translation;
    // By whatever words people look for something.
    const { also: _also, ...shown } = finder;
    expect(flat({ ...others, finder: shown }).filter(([, text]) => ruledOut.test(text))).toEqual([]);
  });

  test('say each error code of the server', () => {
    expect(Object.keys(errors).toSorted()).toEqual(Object.keys(ERRORS).toSorted());
  });

  test('name each rule', () => {
    expect(Object.keys(rules).toSorted()).toEqual(RULES.map(({ id }) => id).toSorted());
  });

  test('use the plural forms that the language has', () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const used = new Set(
      [...translated.keys()].flatMap((key) => /_(zero|one|two|few|many|other)$/.exec(key)?.[1] ?? []),
    );
    expect([...used].toSorted()).toEqual([...forms].toSorted());
  });
});

test('the texts of areas that are loaded at the same time are all there', async () => {
  await Promise.all((['users', 'fines', 'payments', 'dashboard'] as const).map((area) => areaTexts(area)()));
  expect(
    (['users.title', 'fines.title', 'payments.title', 'dashboard.title'] as const).map((key) => textNow(key)),
  ).not.toContainEqual(expect.stringMatching(/[.]title$/));
});
