// The characters of a text as its reader takes them: a letter with its marks, an emoji with all that it is joined of.

/** Firefox has no segmenter before 125: a code point with its marks, and what is joined to it. */
const JOINED = /\P{M}(?:\p{M}|\u200d\P{M})*|\p{M}+/gsu;

// It takes longer to make than a screen of names to render.
let segmenter: Intl.Segmenter | undefined;

export function graphemesOf(text: string): string[] {
  if (typeof Intl.Segmenter !== 'function') return text.match(JOINED) ?? [];
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
