// Scans the bytes of a JSON body before it is parsed: how deeply it is nested, and how many values it can have. Parsed,
// a byte of JSON can take seventy bytes of memory, so the parser must not be the one to find out.

/** Deeper than any body of the contract, with some room for ignored keys. */
const MAX_DEPTH = 32;

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);

/** The kind of each byte outside of texts; 0 for most. */
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

/** What is wrong with a body that may have at most this many values; null for nothing. It need not be valid JSON. */
export function scanJson(bytes: Uint8Array, maxValues: number): 'too-deep' | 'too-many-values' | null {
  let depth = 0;
  // Every value except the outermost follows an opening bracket or a comma.
  let values = 1;
  for (let at = 0; at < bytes.length; at += 1) {
    const kind = KIND[bytes[at] ?? 0];
    if (kind === 0) continue;
    if (kind === TEXT) {
      // No byte of a multi-byte letter equals a quote or a backslash.
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
