// All texts of the interface, by language. The English ones come with the page and its screens; another language comes
// as a whole when it is chosen.
import i18next from 'i18next';
import type { TFunction } from 'i18next';
import { useSyncExternalStore } from 'react';
import { formatCount } from '../../core/count.ts';
import { type Language, LANGUAGES } from '../../core/languages.ts';
import { common } from './en/common.ts';
import { login } from './en/login.ts';
import { shell } from './en/shell.ts';
import { withRetries } from '../with-retries.ts';
import { isolated } from './isolated.ts';
import { applyLanguage, currentLanguage, onLanguageChange } from './language.ts';

/** Needed before any screen is loaded. */
const first = { common, login, shell } as const;

/** The texts of each screen, loaded with it. */
const ofScreens = {
  account: () => import('./en/account.ts'),
  collected: () => import('./en/collected.ts'),
  dashboard: () => import('./en/dashboard.ts'),
  events: () => import('./en/events.ts'),
  fines: () => import('./en/fines.ts'),
  overview: () => import('./en/overview.ts'),
  settings: () => import('./en/settings.ts'),
  users: () => import('./en/users.ts'),
};

export type ScreenArea = keyof typeof ofScreens;

type OfScreen<A extends ScreenArea> =
  Awaited<ReturnType<(typeof ofScreens)[A]>> extends Record<A, infer Texts> ? Texts : never;

export type English = typeof first & { [A in ScreenArea]: OfScreen<A> };

/** All texts of a language other than English. */
const translations = {
  ur: async () => (await import('./ur/index.ts')).ur,
};

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: English };
    returnNull: false;
  }
}

/** In Urdu whatever is put into a sentence is isolated, but for bare figures. */
function isolate(text: string): string {
  const isFigure = /^[\d.,]*$/.test(text);
  return currentLanguage() === 'en' || isFigure ? text : isolated(text);
}

export const texts = i18next.createInstance();

void texts.init({
  lng: LANGUAGES[0],
  fallbackLng: LANGUAGES[0],
  resources: { en: { translation: first } },
  // React escapes already.
  interpolation: { escape: isolate },
  initAsync: false,
});
// `{{count, number}}`: the built-in formatter creates an Intl.NumberFormat for every call.
texts.services.formatter?.add('number', (value: unknown) => formatCount(Number(value)));

/** Loads the texts of a screen, before its components render. */
export function areaTexts(area: ScreenArea): () => Promise<void> {
  return async () => {
    texts.addResourceBundle('en', 'translation', { ...(await ofScreens[area]()) }, true, true);
  };
}

/** Loads a language and switches the page over. @throws when it cannot be fetched; nothing has changed then. */
export async function switchLanguage(language: Language): Promise<void> {
  if (language !== 'en' && !texts.hasResourceBundle(language, 'translation')) {
    texts.addResourceBundle(language, 'translation', await withRetries(translations[language]));
  }
  await texts.changeLanguage(language);
  inLanguage = texts.getFixedT(null, 'translation');
  applyLanguage(language);
}

let inLanguage = texts.getFixedT(null, 'translation');

/**
 * What the server says in English, in the language of the page: the sentence of an error code, or the name of a rule by its id.
 * Null on an English page, and for what the translation does not have.
 */
export function serverText(kind: 'errors' | 'rules', key: string): string | null {
  const text: unknown = texts.getResource(currentLanguage(), 'translation', `${kind}.${key}`);
  return typeof text === 'string' ? text : null;
}

/**
 * The texts for a component: `const { t } = useTexts(); t('fines.title')`. Texts are already loaded (see areaTexts), so
 * it only subscribes to the language and is cheap enough to call for every badge of a list.
 */
export function useTexts(): { t: TFunction } {
  return { t: useSyncExternalStore(onLanguageChange, () => inLanguage) };
}

export const useLanguage = (): Language => useSyncExternalStore(onLanguageChange, currentLanguage);
