// Looks at the bytes of a JSON body before it is parsed: how deep it is nested, and how many values it can have. A byte of
// JSON can become seventy of memory, so that neither is left to the parser.

/** Deeper than any body of the contract, with something to spare in keys that are ignored. */
const MAX_DEPTH = 32;

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);

/** What each byte outside of texts is; most are nothing here. */
const [OPENING, CLOSING, COMMA, TEXT] = [1, 2, 3, 4];
const KIND = new Uint8Array(256);
for (const [kind, letters] of [
  [OPENING, '[{'],
  [CLOSING, ']}'],
  [COMMA, ','],
  [TEXT, '"'],
] as const) {
  for (const byte of Buffer.from(letters)) KIND[byte] = kind;
}

/** What is wrong with a body that is to have at most so many values; null for nothing. It need not be valid JSON. */
export function scanJson(bytes: Uint8Array, maxValues: number): 'too-deep' | 'too-many-values' | null {
  let depth = 0;
  // Each value but the whole follows the beginning of what it is in, or a comma.
  let values = 1;
  for (let at = 0; at < bytes.length; at += 1) {
    const kind = KIND[bytes[at] ?? 0];
    if (kind === 0) continue;
    if (kind === TEXT) {
      // No byte of another letter is that of a quote or a backslash.
      for (at += 1; at < bytes.length && bytes[at] !== QUOTE; at += 1) if (bytes[at] === BACKSLASH) at += 1;
      continue;
    }
    depth += kind === OPENING ? 1 : kind === CLOSING ? -1 : 0;
    if (depth > MAX_DEPTH) return 'too-deep';
    values += kind === CLOSING ? 0 : 1;
    if (values > maxValues) return 'too-many-values';
  }
  return null;
}
