// What a file is that is neither a workbook nor CSV, by what it begins with or holds, whatever it is called: people save
// a web page, a document or a picture under any name (FILE-1).

/** Each has a sentence that says what the file is and what to do. */
export type OtherKind =
  | 'empty'
  | 'old-workbook'
  | 'locked'
  | 'binary-workbook'
  | 'xml-workbook'
  | 'web-page'
  | 'open-document'
  | 'numbers'
  | 'document'
  | 'pdf'
  | 'picture'
  | 'archive';

type Beginning = readonly [kind: OtherKind, bytes: readonly number[] | string, from?: number];

const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0];
const BEGINNINGS: readonly Beginning[] = [
  // Before there were compound files.
  ['old-workbook', [0x09, 0x00, 0x04, 0x00]],
  ['old-workbook', [0x09, 0x02, 0x06, 0x00]],
  ['old-workbook', [0x09, 0x04, 0x06, 0x00]],
  ['old-workbook', [0x09, 0x08, 0x08, 0x00]],
  ['pdf', '%PDF-'],
  ['document', String.raw`{\rtf`],
  ['picture', [0x89, 0x50, 0x4e, 0x47]],
  ['picture', [0xff, 0xd8, 0xff]],
  ['picture', 'GIF8'],
  ['picture', 'WEBP', 8],
  ['picture', 'ftyp', 4],
  ['picture', [0x49, 0x49, 0x2a, 0x00]],
  ['picture', [0x4d, 0x4d, 0x00, 0x2a]],
  ['archive', [0x1f, 0x8b]],
  ['archive', '7z\xbc\xaf'],
  ['archive', 'Rar!'],
];

const begins = (bytes: Uint8Array, signature: readonly number[] | string, from = 0): boolean =>
  (typeof signature === 'string' ? [...signature].map((letter) => letter.charCodeAt(0)) : signature).every(
    (byte, place) => bytes[from + place] === byte,
  );

export const isZip = (bytes: Uint8Array): boolean => begins(bytes, 'PK\x03\x04') || begins(bytes, 'PK\x05\x06');

/** null if it may be text, or is a ZIP. */
export function binaryKind(bytes: Uint8Array): OtherKind | null {
  if (bytes.length === 0) return 'empty';
  if (begins(bytes, COMPOUND)) return compoundKind(bytes);
  return BEGINNINGS.find(([, signature, from]) => begins(bytes, signature, from))?.[0] ?? null;
}

/** Programs before 2007 and encrypted files are compound; what is in one is named in UTF-16. */
function compoundKind(bytes: Uint8Array): OtherKind {
  const text = new TextDecoder('windows-1252').decode(bytes);
  const names = (name: string): boolean => text.includes([...name].join('\0'));
  if (names('EncryptedPackage')) return 'locked';
  return names('WordDocument') || names('PowerPoint Document') ? 'document' : 'old-workbook';
}

/** By the names of its parts; null if it is a workbook that can be read. */
export function zipKind(names: readonly string[]): OtherKind | null {
  const has = (pattern: RegExp): boolean => names.some((name) => pattern.test(name));
  if (has(/^(?:word|ppt)\//)) return 'document';
  if (has(/^xl\/workbook\.bin$/)) return 'binary-workbook';
  if (has(/^xl\//)) return null;
  if (has(/^(?:mimetype|content\.xml)$/)) return 'open-document';
  return has(/^Index(?:\/|\.zip$)|\.iwa$/) ? 'numbers' : 'archive';
}

/** How far into a text one looks. */
const LOOKED_AT = 4096;
const XML_WORKBOOK = /<(?:\w+:)?Workbook[\s>]|urn:schemas-microsoft-com:office:spreadsheet/;
const WEB_PAGE = /^\s*(?:<!--|<(?:!doctype|\?xml|html|head|meta|title|style|body|div|table|tr)\b|mime-version:)/i;

/** What a text is if not CSV; many programs save a web page or XML as .xls. */
export function textKind(text: string): OtherKind | null {
  const beginning = text.slice(0, LOOKED_AT);
  if (beginning.trim() === '' && text.trim() === '') return 'empty';
  if (!WEB_PAGE.test(beginning)) return null;
  return XML_WORKBOOK.test(beginning) ? 'xml-workbook' : 'web-page';
}
