/**
 * Makes a member's picture safe to keep (REQ-9). It is read from the first byte to the last, so that only a complete
 * JPEG, PNG or WebP passes, and is rebuilt without anything not needed to draw it, such as the place where it was
 * taken, texts, and data after its end.
 */
import type { PictureKind } from './picture.ts';
import { pictureKind } from './picture.ts';

export interface CleanPicture {
  kind: PictureKind;
  /** pixels, as its header says */
  width: number;
  height: number;
  bytes: Uint8Array;
}

/** Null if it is not a complete picture, or is animated. */
export function cleanPicture(bytes: Uint8Array): CleanPicture | null {
  const kind = pictureKind(bytes);
  if (kind === null) return null;
  const read = CLEANERS[kind](bytes, new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return read === null || read.width === 0 || read.height === 0 ? null : { kind, ...read };
}

type Cleaned = Omit<CleanPicture, 'kind'> | null;

const CLEANERS: Record<PictureKind, (bytes: Uint8Array, view: DataView) => Cleaned> = {
  'image/jpeg': cleanJpeg,
  'image/png': cleanPng,
  'image/webp': cleanWebp,
};

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * Of the application segments only JFIF without a thumbnail and Adobe's colour information are kept; comments are
 * dropped.
 */
const isKeptOfJpeg = (marker: number, length: number): boolean =>
  marker < 0xe0 || (marker === 0xe0 && length <= 18) || marker === 0xee;
const isStartOfFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function cleanJpeg(bytes: Uint8Array, view: DataView): Cleaned {
  const parts = [bytes.subarray(0, 2)];
  let size: { width: number; height: number } | null = null;
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    const end = at + 2 + view.getUint16(at + 2);
    // Markers from 0xd0 to 0xd9 have no length.
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd9) || end > bytes.length || end < at + 4) return null;
    if (isKeptOfJpeg(marker, end - at)) parts.push(bytes.subarray(at, end));
    if (isStartOfFrame(marker)) {
      if (size !== null || end < at + 9) return null;
      size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    }
    at = end;
    if (marker !== 0xda) continue;
    const drawn = endOfScan(bytes, at);
    parts.push(bytes.subarray(at, drawn));
    at = drawn;
    if (bytes[at] === 0xff && bytes[at + 1] === 0xd9) {
      parts.push(bytes.subarray(at, at + 2));
      return size === null ? null : { ...size, bytes: joined(parts) };
    }
  }
  return null;
}

/** The position of the next marker after the image data of a scan. */
function endOfScan(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length) {
    const next = bytes[at + 1] ?? 0;
    const isDrawn = bytes[at] !== 0xff || next === 0 || (next >= 0xd0 && next <= 0xd7);
    if (!isDrawn && next !== 0xff) return at;
    at += 1;
  }
  return at;
}

const nameAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));

/** The chunks that draw the picture; an animated picture has others besides. */
const KEPT_OF_PNG = ['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB'];

function cleanPng(bytes: Uint8Array, view: DataView): Cleaned {
  const parts = [bytes.subarray(0, 8)];
  let size: { width: number; height: number } | null = null;
  let at = 8;
  while (at + 12 <= bytes.length) {
    const length = view.getUint32(at);
    const name = nameAt(bytes, at + 4);
    const end = at + 12 + length;
    if (end > bytes.length || (size === null) !== (name === 'IHDR') || name === 'acTL') return null;
    if (name === 'IHDR') {
      if (length !== 13) return null;
      size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
    }
    if (KEPT_OF_PNG.includes(name)) parts.push(bytes.subarray(at, end));
    if (name === 'IEND') return size === null ? null : { ...size, bytes: joined(parts) };
    at = end;
  }
  return null;
}

function cleanWebp(bytes: Uint8Array, view: DataView): Cleaned {
  const whole = Math.min(bytes.length, 8 + view.getUint32(4, true));
  const parts: Uint8Array[] = [];
  let size = null as { width: number; height: number } | null;
  let isDrawn = false;
  let at = 12;
  while (at + 8 <= whole) {
    const name = nameAt(bytes, at);
    const length = view.getUint32(at + 4, true);
    const end = at + 8 + length + (length % 2);
    if (at + 8 + length > whole || ['ANIM', 'ANMF'].includes(name)) return null;
    const part = bytes.slice(at, Math.min(end, whole));
    if (name === 'VP8X') {
      if (size !== null || length < 10) return null;
      size = { width: 1 + uint24(bytes, at + 12), height: 1 + uint24(bytes, at + 15) };
      // Clear the flags of dropped chunks; only transparency stays.
      part[8] = (part[8] ?? 0) & 0x10;
    } else if (name === 'VP8 ' || name === 'VP8L') {
      const own = name === 'VP8 ' ? sizeOfLossy(bytes, at + 8, length) : sizeOfLossless(bytes, view, at + 8, length);
      if (own === null || isDrawn) return null;
      size = { width: Math.max(own.width, size?.width ?? 0), height: Math.max(own.height, size?.height ?? 0) };
      isDrawn = true;
    }
    if (['VP8X', 'ALPH', 'VP8 ', 'VP8L'].includes(name)) {
      parts.push(part);
      if (part.length % 2 === 1) parts.push(new Uint8Array(1));
    }
    at = end;
  }
  if (size === null || !isDrawn) return null;
  const head = bytes.slice(0, 12);
  const drawn = joined(parts);
  new DataView(head.buffer).setUint32(4, 4 + drawn.length, true);
  return { ...size, bytes: joined([head, drawn]) };
}

const uint24 = (bytes: Uint8Array, at: number): number =>
  (bytes[at] ?? 0) + ((bytes[at + 1] ?? 0) << 8) + ((bytes[at + 2] ?? 0) << 16);

function sizeOfLossy(bytes: Uint8Array, at: number, length: number): { width: number; height: number } | null {
  const begins = [0x9d, 0x01, 0x2a].every((byte, place) => bytes[at + 3 + place] === byte);
  if (length < 10 || !begins) return null;
  return { width: uint24(bytes, at + 6) & 0x3fff, height: uint24(bytes, at + 8) & 0x3fff };
}

function sizeOfLossless(
  bytes: Uint8Array,
  view: DataView,
  at: number,
  length: number,
): { width: number; height: number } | null {
  if (length < 5 || bytes[at] !== 0x2f) return null;
  const bits = view.getUint32(at + 1, true);
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
}
