// The language of the page: where this browser keeps the choice, and who follows it. Before the first paint before-paint.js
// reads the same key.
import { isLanguage, type Language, LANGUAGES } from '../../core/text/languages.ts';

const KEY = 'language';

const listeners = new Set<() => void>();
let current: Language = LANGUAGES[0];

export const currentLanguage = (): Language => current;

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
export function applyLanguage(language: Language): void {
  current = language;
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // Then it lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
