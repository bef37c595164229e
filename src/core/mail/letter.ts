/**
 * A message and its layout: a subject, lines, a table of facts and a link, as plain text and HTML (MAIL-7). It needs no
 * pictures or other remote content. Text in a script other than its surroundings' is isolated.
 */
import { directionOf, type Language } from '../text/languages.ts';
import { withoutDirections } from '../text/letters.ts';

export interface Letter {
  subject: string;
  /** whom it greets; '' if the name is unknown, null if the text has its own greeting */
  name: string | null;
  paragraphs: readonly string[];
  /** labels and values */
  facts?: readonly (readonly [label: string, value: string])[];
  /** Added at the end, unless a paragraph contains its address. */
  link?: { text: string; url: string } | null;
}

export interface WrittenLetter {
  subject: string;
  text: string;
  html: string;
}

const GREETING: Record<Language, (name: string) => string> = {
  en: (name) => (name === '' ? 'Assalam-o-Alaikum,' : `Assalam-o-Alaikum ${name},`),
  ur: (name) => (name === '' ? 'السلام علیکم!' : `السلام علیکم ${name}!`),
};

/**
 * One line, without control and direction characters: a line break in a mail header would begin another header, and an
 * open direction mark would reverse the text after it. Joiners stay, since Urdu needs them.
 */
export const oneLine = (text: string): string =>
  withoutDirections(text.toWellFormed())
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();

/** U+2068 and U+2069: the text between them has a direction of its own. */
const isolated = (text: string): string => (text === '' ? '' : `\u2068${oneLine(text)}\u2069`);

/** `sender`: the name at the end of the message; '' for none. */
export function writeLetter(letter: Letter, sender: string, language: Language): WrittenLetter {
  const { paragraphs, facts = [], link = null } = letter;
  const greeting = letter.name === null ? '' : GREETING[language](isolated(letter.name));
  const text = [
    greeting,
    ...paragraphs,
    facts.map(([label, value]) => `${label}: ${isolated(value)}`).join('\n'),
    link === null || isIn(paragraphs, link.url) ? '' : `${link.text}:\n${link.url}`,
    oneLine(sender),
  ].filter((part) => part !== '');
  return {
    subject: oneLine(letter.subject),
    text: `${text.join('\n\n')}\n`,
    html: htmlOf({ ...letter, paragraphs, facts, link }, { greeting, sender: oneLine(sender), language }),
  };
}

/** Finds an address in a text, but not as the beginning of a longer one. */
const address = (url: string): RegExp =>
  new RegExp(`${url.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}(?!\\.?[\\w/?#:@-])`, 'g');

const isIn = (paragraphs: readonly string[], url: string): boolean =>
  paragraphs.some((paragraph) => address(url).test(paragraph));

const FONTS: Record<Language, string> = {
  en: 'system-ui, -apple-system, Segoe UI, Roboto, sans-serif',
  ur: 'Noto Nastaliq Urdu, Jameel Noori Nastaleeq, Urdu Typesetting, Tahoma, sans-serif',
};
/** Nastaliq needs taller lines. */
const LINE_HEIGHT: Record<Language, number> = { en: 1.5, ur: 2.2 };

function htmlOf(
  { subject, paragraphs, facts, link }: Required<Letter>,
  { greeting, sender, language }: { greeting: string; sender: string; language: Language },
): string {
  const direction = directionOf(language);
  const start = direction === 'rtl' ? 'right' : 'left';
  const linked = (html: string): string =>
    link === null ? html : html.replaceAll(address(escape(link.url)), (url) => `<a href="${url}">${url}</a>`);
  const paragraph = (text: string): string =>
    `<p style="margin:0 0 16px">${linked(escape(text)).replaceAll('\n', '<br>')}</p>`;
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td style="padding:4px 0;padding-inline-end:16px;color:#555;vertical-align:top">${escape(label)}</td>` +
      `<td style="padding:4px 0;font-weight:600"><bdi>${escape(oneLine(value))}</bdi></td></tr>`,
  );
  return [
    '<!doctype html>',
    `<html lang="${language}" dir="${direction}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width"><title>${escape(oneLine(subject))}</title></head>`,
    '<body style="margin:0;padding:16px">',
    `<div dir="${direction}" style="max-width:560px;margin:0 auto;text-align:${start};font:16px/${LINE_HEIGHT[language]} ${FONTS[language]}">`,
    ...[greeting, ...paragraphs].filter((text) => text !== '').map(paragraph),
    rows.length === 0
      ? ''
      : `<table role="presentation" dir="${direction}" style="margin:0 0 16px;border-collapse:collapse;font:inherit;text-align:${start}">${rows.join('')}</table>`,
    link === null || isIn(paragraphs, link.url)
      ? ''
      : `<p style="margin:0 0 16px"><a href="${escape(link.url)}">${escape(link.text)}</a></p>`,
    sender === '' ? '' : `<p style="margin:24px 0 0;color:#555"><bdi>${escape(sender)}</bdi></p>`,
    '</div></body></html>',
  ]
    .filter((part) => part !== '')
    .join('\n');
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
