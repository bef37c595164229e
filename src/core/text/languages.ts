/** The languages of the interface, as BCP 47 tags without a region. The first is used until somebody chooses. */
export const LANGUAGES = ['en', 'ur'] as const;

export type Language = (typeof LANGUAGES)[number];

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value);
}

/** Urdu is written from right to left. */
export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ur' ? 'rtl' : 'ltr');

/** How to pay, in the language of the reader; where it is not written in that, in the other. */
export const howToPayIn = (language: Language, said: Record<Language, string>): string =>
  said[language] || said[language === 'ur' ? 'en' : 'ur'];
