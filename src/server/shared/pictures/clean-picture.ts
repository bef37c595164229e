// Makes a picture that somebody sent safe to keep (REQ-9, RULE-10). It is read from the first byte to the last, so that
// only a complete JPEG, PNG or WebP passes, and is written anew from what draws it, without anything else, such as the
// place where it was taken, texts, and data after its end.
import { createHash } from 'node:crypto';
import { MAX_PICTURE_SIDE } from '../../../core/limits.ts';
import { type PictureKind, pictureKind } from '../../../core/people/picture.ts';
import { AppError } from '../../base/errors.ts';
import { cleanJpeg } from './clean-jpeg.ts';
import { cleanPng, pngSize } from './clean-png.ts';
import { type Cleaned, joined, nameAt } from './parts.ts';

// WebP: only the chunks that draw, with the flags and sizes that its header needs.

const DRAWS = ['VP8 ', 'VP8L'];
const ALPHA = 0x10;

function cleanWebp(bytes: Uint8Array, view: DataView): Cleaned {
  const whole = Math.min(bytes.length, 8 + view.getUint32(4, true));
  const parts: Uint8Array[] = [];
  let size = null as { width: number; height: number } | null;
  let [isDrawn, isTransparent] = [false, false];
  let at = 12;
  while (at + 8 <= whole) {
    const name = nameAt(bytes, at);
    const length = view.getUint32(at + 4, true);
    if (at + 8 + length > whole || ['ANIM', 'ANMF'].includes(name)) return null;
    const part = bytes.slice(at, at + 8 + length);
    at += part.length + (length % 2);
    if (name === 'VP8X') {
      if (size !== null || length !== 10) return null;
      size = { width: 1 + uint24(part, 12), height: 1 + uint24(part, 15) };
      // Only transparency stays of the flags; those of dropped chunks and the reserved bytes are cleared.
      isTransparent = ((part[8] ?? 0) & ALPHA) !== 0;
      part.set([isTransparent ? ALPHA : 0, 0, 0, 0], 8);
    } else if (DRAWS.includes(name)) {
      const own = name === 'VP8 ' ? sizeOfLossy(part) : sizeOfLossless(part);
      if (own === null || isDrawn) return null;
      size = { width: Math.max(own.width, size?.width ?? 0), height: Math.max(own.height, size?.height ?? 0) };
      isDrawn = true;
    } else if (name === 'ALPH') {
      // It belongs to the picture that follows.
      if (!isTransparent || isDrawn) continue;
      isTransparent = false;
    } else continue;
    parts.push(part);
    if (length % 2 === 1) parts.push(new Uint8Array(1));
  }
  if (size === null || !isDrawn) return null;
  const head = bytes.slice(0, 12);
  const drawn = joined(parts);
  new DataView(head.buffer).setUint32(4, 4 + drawn.length, true);
  return { ...size, bytes: joined([head, drawn]) };
}

const uint24 = (bytes: Uint8Array, at: number): number =>
  (bytes[at] ?? 0) + ((bytes[at + 1] ?? 0) << 8) + ((bytes[at + 2] ?? 0) << 16);

/** `part`: with its head of 8 bytes. */
function sizeOfLossy(part: Uint8Array): { width: number; height: number } | null {
  const begins = [0x9d, 0x01, 0x2a].every((byte, place) => part[11 + place] === byte);
  if (part.length < 18 || !begins) return null;
  return { width: uint24(part, 14) & 0x3fff, height: uint24(part, 16) & 0x3fff };
}

function sizeOfLossless(part: Uint8Array): { width: number; height: number } | null {
  if (part.length < 13 || part[8] !== 0x2f) return null;
  const bits = uint24(part, 9) + (part[12] ?? 0) * 0x1000000;
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
}

interface CleanPicture {
  kind: PictureKind;
  /** pixels, as its header says */
  width: number;
  height: number;
  bytes: Uint8Array;
}

const CLEANERS: Record<PictureKind, (bytes: Uint8Array, view: DataView) => Cleaned> = {
  'image/jpeg': cleanJpeg,
  'image/png': cleanPng,
  'image/webp': cleanWebp,
};

/** Null if it is not a complete picture, cannot be drawn, or is animated. */
export function cleanPicture(bytes: Uint8Array): CleanPicture | null {
  const kind = pictureKind(bytes);
  if (kind === null) return null;
  // A copy: a Buffer's own slices share its memory, which may be that of other Buffers.
  const own = new Uint8Array(bytes);
  const read = CLEANERS[kind](own, new DataView(own.buffer));
  return read === null || read.width === 0 || read.height === 0 ? null : { kind, ...read };
}

/** SHA-256 of a picture given as base64, hexadecimal. */
export const pictureHash = (base64: string): string => createHash('sha256').update(base64, 'base64').digest('hex');

/** What a picture is for, as in the codes of its refusals, and which are accepted. */
interface Wanted<F extends 'logo' | 'picture'> {
  for: F;
  maxSize: number;
  isKind?: (kind: PictureKind) => boolean;
}

const isTooWide = (size: { width: number; height: number } | null): boolean =>
  size !== null && Math.max(size.width, size.height) > MAX_PICTURE_SIDE;

/** Keeps of a picture (base64) what draws it. Throws AppError `-kind`, `-too-large` or `-too-wide` of what it is for. */
export function storedPicture<F extends 'logo' | 'picture'>(
  base64: string,
  { for: purpose, maxSize, isKind = () => true }: Wanted<F>,
): { picture: string; hash: string; size: number } {
  const sent = Buffer.from(base64, 'base64');
  if (sent.length > maxSize) throw new AppError(`${purpose}-too-large`);
  // Before its pixels are unpacked.
  if (isTooWide(pngSize(sent))) throw new AppError(`${purpose}-too-wide`);
  const clean = cleanPicture(sent);
  if (clean === null || !isKind(clean.kind)) throw new AppError(`${purpose}-kind`);
  if (isTooWide(clean)) throw new AppError(`${purpose}-too-wide`);
  const picture = Buffer.from(clean.bytes).toString('base64');
  return { picture, hash: pictureHash(picture), size: clean.bytes.length };
}
