// All texts of the interface, by language. Other languages follow the shape of the English messages.
import i18next from 'i18next';
import type { TFunction } from 'i18next';
import { useSyncExternalStore } from 'react';
import { formatCount } from '../../core/count.ts';
import { common } from './en/common.ts';
import { login } from './en/login.ts';
import { shell } from './en/shell.ts';

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

type English = typeof first & { [A in ScreenArea]: OfScreen<A> };

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: English };
    returnNull: false;
  }
}

export const texts = i18next.createInstance();

void texts.init({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: { translation: first } },
  // React escapes already.
  interpolation: { escapeValue: false },
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

let inLanguage = texts.getFixedT(null, 'translation');

function subscribe(listener: () => void): () => void {
  const change = (): void => {
    inLanguage = texts.getFixedT(null, 'translation');
    listener();
  };
  texts.on('languageChanged', change);
  return () => texts.off('languageChanged', change);
}

/**
 * The texts for a component: `const { t } = useTexts(); t('fines.title')`. Texts are already loaded (see areaTexts), so
 * it only subscribes to the language and is cheap enough to call for every badge of a list.
 */
export function useTexts(): { t: TFunction } {
  return { t: useSyncExternalStore(subscribe, () => inLanguage) };
}
