// PNG: its pixels are unpacked, which must give exactly as many as its header says, and packed again, so that nothing
// else is in it: no other chunk, nothing behind the pixels, no colour of the palette that none of them has.
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { MAX_PICTURE_SIDE } from '../../../core/limits.ts';
import { type Cleaned, joined, nameAt } from './parts.ts';

/** Of the unpacked pixels: the largest picture, with eight bits of each colour. */
const MAX_PIXEL_BYTES = MAX_PICTURE_SIDE * (1 + 4 * MAX_PICTURE_SIDE);

const SIGNATURE = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** The samples of a pixel by the type of its colour, and the bits that each may have. */
const TYPES: Record<number, { samples: number; depths: readonly number[] }> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
};
const INDEXED = 3;
/** Where the passes of an interlaced picture begin, and their steps. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

interface Head {
  data: Uint8Array;
  width: number;
  height: number;
  colour: number;
  bits: number;
  /** columns and rows of each pass */
  passes: { columns: number; rows: number }[];
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const named = joined([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return joined([length, named, sum]);
}

/** The chunks by name, those of pixels together; null if one is damaged or twice there, or moves. */
function chunksOf(bytes: Uint8Array, view: DataView): Map<string, Uint8Array> | null {
  const chunks = new Map<string, Uint8Array>();
  const pixels: Uint8Array[] = [];
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = view.getUint32(at);
    const name = nameAt(bytes, at + 4);
    const end = at + 12 + length;
    if (end > bytes.length || (chunks.size === 0) !== (name === 'IHDR') || name === 'acTL') return null;
    if (view.getUint32(end - 4) !== crc32(bytes.subarray(at + 4, end - 4))) return null;
    const data = bytes.subarray(at + 8, end - 4);
    if (name === 'IDAT') pixels.push(data);
    else if (chunks.has(name) && ['IHDR', 'PLTE', 'tRNS'].includes(name)) return null;
    else chunks.set(name, data);
    if (name === 'IEND') return chunks.set('IDAT', joined(pixels));
    at = end;
  }
  return null;
}

function headOf(data: Uint8Array): Head | null {
  if (data.length !== 13) return null;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  const [depth = 0, colour = 0, compression, filter, interlace] = data.subarray(8);
  const type = TYPES[colour];
  if (type?.depths.includes(depth) !== true || compression !== 0 || filter !== 0) return null;
  if (interlace !== 0 && interlace !== 1) return null;
  const sizes =
    interlace === 0
      ? [{ columns: width, rows: height }]
      : PASSES.map(([left, top, right, down]) => ({
          columns: Math.ceil((width - left) / right),
          rows: Math.ceil((height - top) / down),
        }));
  const passes = sizes.filter(({ columns, rows }) => columns > 0 && rows > 0);
  return { data, width, height, colour, bits: depth * type.samples, passes };
}

const lineLength = ({ bits }: Head, columns: number): number => 1 + Math.ceil((columns * bits) / 8);

/** The lines of pixels, each after the number of its filter; null if they are not exactly those of the header. */
function pixelsOf(head: Head, packed: Uint8Array): Uint8Array | null {
  const expected = head.passes.reduce((sum, { columns, rows }) => sum + rows * lineLength(head, columns), 0);
  if (expected > MAX_PIXEL_BYTES) return null;
  try {
    const pixels = inflateSync(packed, { maxOutputLength: expected });
    if (pixels.length !== expected) return null;
    return [...filters(head)].every((at) => (pixels[at] ?? 5) <= 4) ? pixels : null;
  } catch {
    // Not packed pixels, or too many of them.
    return null;
  }
}

/** Where the lines begin. */
function* filters(head: Head): Generator<number> {
  let at = 0;
  for (const { columns, rows } of head.passes) {
    for (let row = 0; row < rows; row += 1, at += lineLength(head, columns)) yield at;
  }
}

/** The numbers of the colours that pixels have. */
function coloursUsed(head: Head, pixels: Uint8Array): Set<number> {
  const used = new Set<number>();
  let at = 0;
  for (const { columns, rows } of head.passes) {
    const length = lineLength(head, columns);
    let above = new Uint8Array(length);
    for (let row = 0; row < rows; row += 1, at += length) {
      const line = unfiltered(pixels.subarray(at, at + length), above);
      for (let column = 0; column < columns; column += 1) {
        const bit = column * head.bits;
        const shift = 8 - head.bits - (bit % 8);
        used.add(((line[1 + (bit >> 3)] ?? 0) >> shift) & ((1 << head.bits) - 1));
      }
      above = line;
    }
  }
  return used;
}

/** A line whose pixels are a byte or less. */
function unfiltered(given: Uint8Array, above: Uint8Array): Uint8Array<ArrayBuffer> {
  const line = new Uint8Array(given);
  const filter = given[0] ?? 0;
  for (let at = 1; at < line.length; at += 1) {
    const [left, up, corner] = [at > 1 ? (line[at - 1] ?? 0) : 0, above[at] ?? 0, at > 1 ? (above[at - 1] ?? 0) : 0];
    const added = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
    line[at] = (line[at] ?? 0) + added;
  }
  return line;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

interface Palette {
  PLTE?: Uint8Array;
  tRNS?: Uint8Array | undefined;
}

/** The palette with black for every colour that no pixel has, and how transparent each is; null if one is missing. */
function paletteOf(
  head: Head,
  pixels: Uint8Array,
  { colours, alpha }: { colours: Uint8Array | undefined; alpha: Uint8Array | undefined },
): Palette | null {
  const used = coloursUsed(head, pixels);
  const count = Math.max(...used) + 1;
  if (colours === undefined || colours.length % 3 !== 0 || colours.length > 768 || colours.length < 3 * count)
    return null;
  return {
    PLTE: colours.slice(0, 3 * count).map((byte, at) => (used.has(Math.floor(at / 3)) ? byte : 0)),
    tRNS: alpha?.slice(0, count).map((byte, at) => (used.has(at) ? byte : 255)),
  };
}

/** Which of the samples is transparent, in a picture without a palette. */
const transparentOf = ({ colour }: Head, alpha: Uint8Array | undefined): Uint8Array | undefined =>
  (colour === 0 && alpha?.length === 2) || (colour === 2 && alpha?.length === 6) ? alpha : undefined;

export function cleanPng(bytes: Uint8Array, view: DataView): Cleaned {
  const chunks = chunksOf(bytes, view);
  const head = headOf(chunks?.get('IHDR') ?? new Uint8Array());
  if (chunks === null || head === null) return null;
  // A capital letter says that it is needed to draw the picture.
  if ([...chunks.keys()].some((name) => /^[A-Z]/.test(name) && !['IHDR', 'PLTE', 'IDAT', 'IEND'].includes(name)))
    return null;
  const { width, height } = head;
  const pixels = pixelsOf(head, chunks.get('IDAT') ?? new Uint8Array());
  if (pixels === null || width === 0 || height === 0) return null;
  const alpha = chunks.get('tRNS');
  const palette: Palette | null =
    head.colour === INDEXED ? paletteOf(head, pixels, { colours: chunks.get('PLTE'), alpha }) : {};
  if (palette === null) return null;
  const kept: [string, Uint8Array | undefined][] = [
    ['IHDR', head.data],
    ['PLTE', palette.PLTE],
    ['tRNS', palette.PLTE === undefined ? transparentOf(head, alpha) : palette.tRNS],
    ['IDAT', deflateSync(pixels, { level: 9 })],
    ['IEND', new Uint8Array()],
  ];
  return {
    width,
    height,
    bytes: joined([SIGNATURE, ...kept.flatMap(([name, data]) => (data === undefined ? [] : [chunk(name, data)]))]),
  };
}

/** As its header says, before anything is unpacked; null if it has none. */
export function pngSize(bytes: Uint8Array): { width: number; height: number } | null {
  const head = nameAt(bytes, 12) === 'IHDR' ? headOf(bytes.subarray(16, 29)) : null;
  return head && { width: head.width, height: head.height };
}
