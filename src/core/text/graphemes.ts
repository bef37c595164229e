// The characters of a text as a reader sees them: a letter with its marks, an emoji with everything joined to it.

/** Firefox before 125 has no segmenter: this matches a code point with its marks and whatever is joined to it. */
const JOINED = /\P{M}(?:\p{M}|\u200d\P{M})*|\p{M}+/gsu;

// Made once, because constructing it takes longer than rendering a screen of names.
let segmenter: Intl.Segmenter | undefined;

export function graphemesOf(text: string): string[] {
  if (typeof Intl.Segmenter !== 'function') return text.match(JOINED) ?? [];
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
