// Makes a member's picture safe to keep (REQ-9). It is read from the first byte to the last, so that only a complete
// JPEG, PNG or WebP passes, and is written anew from what draws it, without anything else, such as the place where it
// was taken, texts, and data after its end.
import { type PictureKind, pictureKind } from '../../../core/people/picture.ts';
import { cleanJpeg } from './clean-jpeg.ts';
import { cleanPng } from './clean-png.ts';
import { cleanWebp } from './clean-webp.ts';
import type { Cleaned } from './parts.ts';

export interface CleanPicture {
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
  const read = CLEANERS[kind](bytes, new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return read === null || read.width === 0 || read.height === 0 ? null : { kind, ...read };
}
