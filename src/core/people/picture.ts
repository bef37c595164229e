/** The kind of a picture by its first bytes, as a media type; null unless it is PNG or JPEG. */
export function pictureKind(bytes: Uint8Array): 'image/png' | 'image/jpeg' | null {
  const startsWith = (signature: readonly number[]): boolean => signature.every((byte, at) => bytes[at] === byte);
  if (startsWith([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  if (startsWith([0xff, 0xd8, 0xff])) return 'image/jpeg';
  return null;
}
