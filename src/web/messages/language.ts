// The language of the page: where this browser keeps the choice, and who follows it. Before the first paint before-paint.js
// reads the same key.
import { createStore } from '../store.ts';
import { isLanguage, type Language, LANGUAGES } from '../../core/text/languages.ts';

const KEY = 'language';

export const languageStore = createStore<Language>(LANGUAGES[0]);

export const currentLanguage = languageStore.get;

/** What this browser was last used in. */
export function rememberedLanguage(): Language {
  try {
    const kept = localStorage.getItem(KEY);
    return isLanguage(kept) ? kept : LANGUAGES[0];
  } catch {
    // Storage may be forbidden.
    return LANGUAGES[0];
  }
}

/** Switches the page over. Its texts must be there (index.ts). */
export function applyLanguage(chosen: Language): void {
  try {
    localStorage.setItem(KEY, chosen);
  } catch {
    // Then it lasts as long as the page.
  }
  languageStore.set(chosen);
}
