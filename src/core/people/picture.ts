/** The kind of a picture by its first bytes, as a media type; null unless it is PNG, JPEG or WebP. */
export function pictureKind(bytes: Uint8Array): PictureKind | null {
  const has = (signature: readonly number[], from = 0): boolean =>
    signature.every((byte, at) => bytes[from + at] === byte);
  if (has([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  if (has([0xff, 0xd8, 0xff])) return 'image/jpeg';
  // "RIFF", its length, "WEBP".
  if (has([0x52, 0x49, 0x46, 0x46]) && has([0x57, 0x45, 0x42, 0x50], 8)) return 'image/webp';
  return null;
}

export type PictureKind = 'image/png' | 'image/jpeg' | 'image/webp';

/** A logo must be of a kind that every program that prints receipts can draw. */
export const isLogoKind = (kind: PictureKind | null): boolean => kind === 'image/png' || kind === 'image/jpeg';
