// Cutting a text for a table (EVENT-3).
import { graphemesOf } from '../../../core/text/graphemes.ts';

/** Characters of an event's description before it is cut. */
const SHOWN = 50;

/**
 * The text, cut after 50 characters with an ellipsis. A character is what a reader sees as one: an Urdu letter keeps
 * its marks, and an emoji is never split.
 */
export function cutText(text: string): { shown: string; cut: boolean } {
  // There are never more characters than code units.
  if (text.length <= SHOWN) return { shown: text, cut: false };
  const characters = graphemesOf(text);
  if (characters.length <= SHOWN) return { shown: text, cut: false };
  return { shown: `${characters.slice(0, SHOWN).join('')}…`, cut: true };
}
