// Pictures, as base64.

/** PNG, one pixel. */
export const ONE_PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** What begins as a PNG does, of this size in bytes. */
export function pngOfSize(size: number): string {
  const bytes = Buffer.alloc(size);
  Buffer.from(ONE_PIXEL, 'base64').copy(bytes);
  return bytes.toString('base64');
}
