// Cutting a text for a table (EVENT-3).

/** Characters of an event's description before it is cut. */
const SHOWN = 50;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * The text, cut after 50 characters with an ellipsis. A character is what a reader takes for one: an Urdu letter keeps
 * its marks, and an emoji is not cut through.
 */
export function cutText(text: string): { shown: string; cut: boolean } {
  // So many code units hold at most so many characters.
  if (text.length <= SHOWN) return { shown: text, cut: false };
  let count = 0;
  for (const { index } of graphemes.segment(text)) {
    if (count === SHOWN) return { shown: `${text.slice(0, index)}…`, cut: true };
    count += 1;
  }
  return { shown: text, cut: false };
}
