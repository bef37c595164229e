// All texts of the interface, by language. The English ones come with the page and its screens; another language comes
// as a whole when it is chosen.
import { useStore } from '../store.ts';
import type { Language } from '../../core/text/languages.ts';
import { wordsIn } from '../../core/text/own-words.ts';
import { withRetries } from './with-retries.ts';
import { common, login, shell } from './en/first.ts';
import { applyLanguage, currentLanguage, languageStore } from './language.ts';
import { type KeyOf, type Texts, type Values, isolated, textAt, translator } from './translate.ts';

/** Needed before any screen is there. */
const first = { common, login, shell } as const;

const account = () => import('./en/account.ts');
const collecting = () => import('./en/collecting.ts');
const payments = () => import('./en/payments.ts');
const records = () => import('./en/records.ts');

/** The file that has the texts of a screen, loaded with it. */
const ofScreens = {
  account,
  collect: collecting,
  collected: collecting,
  dashboard: () => import('./en/dashboard.ts'),
  events: records,
  finder: account,
  fines: () => import('./en/fines.ts'),
  history: records,
  imports: records,
  overview: payments,
  own: account,
  payments,
  reminders: collecting,
  reports: collecting,
  requests: payments,
  settings: account,
  users: () => import('./en/users.ts'),
  waiting: account,
};

export type ScreenArea = keyof typeof ofScreens;

type OfScreen<A extends ScreenArea> =
  Awaited<ReturnType<(typeof ofScreens)[A]>> extends Record<A, infer Area> ? Area : never;

export type English = typeof first & { [A in ScreenArea]: OfScreen<A> };

/** All texts of a language other than English. */
const translations = {
  ur: async () => (await import('./ur/index.ts')).ur,
};

/** `t('fines.title')`, `t('fines.cards.count', { count: 3 })` */
export type Translate = (key: KeyOf<English>, values?: Values) => string;

/** The texts that have been loaded, by language. */
const texts: { en: Texts } & Partial<Record<Language, Texts>> = { en: first };

/** In Urdu whatever is put into a sentence is isolated, but for bare figures. */
function isolateWords(value: string, language: Language): string {
  return /^[\d.,]*$/.test(value) ? value : isolated(wordsIn(language, value));
}

const translateEnglish: Translate = translator('en', () => texts.en, String);
let translate = translateEnglish;

/** Loads the texts of a screen, before its components render. */
export function areaTexts(area: ScreenArea): () => Promise<void> {
  return async () => {
    const loaded = await ofScreens[area]();
    // Not before: meanwhile other texts may have come.
    texts.en = { ...texts.en, ...loaded };
  };
}

/** The texts for a reader of this language, whatever that of the page is. @throws when they cannot be fetched. */
export async function textsIn(language: Language): Promise<Translate> {
  if (language === 'en') return translateEnglish;
  const all = (texts[language] ??= await withRetries(translations[language]));
  return translator(
    language,
    () => all,
    (value) => isolateWords(value, language),
  );
}

/** Loads a language and switches the page over. @throws when it cannot be fetched; nothing has changed then. */
export async function switchLanguage(language: Language): Promise<void> {
  translate = await textsIn(language);
  applyLanguage(language);
}

/**
 * What the server says in English, in the language of the page: the sentence of an error code, or the name of a rule by its
 * id. Null on an English page, and for what the translation does not have.
 */
export function serverText(kind: 'errors' | 'rules', key: string): string | null {
  const inLanguage = texts[currentLanguage()];
  return (inLanguage && textAt(inLanguage, `${kind}.${key}`)) ?? null;
}

/** A text in all languages that have been loaded: what is looked for by its name is found by each of them. */
export const textsOf = (key: KeyOf<English>): string[] =>
  Object.values(texts).flatMap((ofLanguage) => textAt(ofLanguage, key) ?? []);

/** For `textsOf`. @throws when they cannot be fetched. */
export async function loadAllTexts(): Promise<void> {
  texts.ur ??= await withRetries(translations.ur);
}

/** A text in the language of the moment, for what is no component. */
export const textNow: Translate = (key, values) => translate(key, values);

/**
 * The texts for a component: `const { t } = useTexts(); t('fines.title')`. Texts are already loaded (see areaTexts), so
 * it only subscribes to the language and is cheap enough to call for every badge of a list.
 */
export function useTexts(): { t: Translate } {
  return { t: useStore(languageStore, () => translate) };
}

export const useLanguage = (): Language => useStore(languageStore);
