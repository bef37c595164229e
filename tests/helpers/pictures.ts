// Pictures, as base64.
import { crc32, deflateSync } from 'node:zlib';

/** PNG, one pixel. */
export const ONE_PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A segment of a JPEG. */
export const segment = (marker: number, data: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(2 + data.length, 2);
  return Buffer.concat([head, data]);
};

/** A phone's metadata, with the location. */
export const PLACE = Buffer.from('Exif\0\0MM\0*GPSLatitude 31.5204', 'latin1');

/** A table of one code, for one symbol. */
const coding = (kind: number): Buffer => Buffer.from([kind, 1, ...Array<number>(15).fill(0), 0]);

/** A JPEG with a valid structure and arbitrary content; `more`: segments before its frame. */
export function jpegOf({
  width = 2,
  height = 3,
  exif = null,
  behind = '',
  more = [],
}: { width?: number; height?: number; exif?: Buffer | null; behind?: string; more?: readonly Buffer[] } = {}): Buffer {
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
    ...(exif === null ? [] : [segment(0xe1, exif), segment(0xfe, Buffer.from('a comment'))]),
    ...more,
    segment(0xdb, Buffer.concat([Buffer.alloc(1), Buffer.alloc(64, 1)])),
    segment(0xc0, frame),
    segment(0xc4, coding(0)),
    segment(0xc4, coding(0x10)),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    // An escaped 0xff that must not be taken for a marker, a restart marker, and the end.
    Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56, 0xff, 0xd9]),
    Buffer.from(behind, 'latin1'),
  ]);
}

/** A JPEG of exactly this size, all of which draws it. */
export function jpegOfSize(size: number): Buffer {
  const small = jpegOf();
  return Buffer.concat([small.subarray(0, -2), Buffer.alloc(size - small.length, 1), small.subarray(-2)]);
}

/** A chunk of a PNG. */
function chunk(kind: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A PNG, by default of grey pixels unless they are too many; `more`: chunks before them. */
export function pngOf({
  width = 2,
  height = 3,
  more = [],
  colour = 0,
  pixels = deflateSync(Buffer.alloc(Math.min(height, 4096) * (Math.min(width, 4096) + 1)), { level: 9 }),
}: {
  width?: number;
  height?: number;
  more?: readonly [string, Buffer][];
  /** 0: grey, 3: of a palette, 6: red, green, blue and opacity */
  colour?: number;
  pixels?: Buffer;
} = {}): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, colour, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    ...more.map(([kind, data]) => chunk(kind, data)),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A part of a WebP. */
const part = (kind: string, data: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return Buffer.concat([Buffer.from(kind, 'latin1'), length, data, Buffer.alloc(data.length % 2)]);
};

/** A lossy WebP; with `exif`, an extended one containing it. */
export function webpOf({
  width = 2,
  height = 3,
  exif = null,
}: { width?: number; height?: number; exif?: Buffer | null } = {}): Buffer {
  const drawn = Buffer.from([0, 0, 0, 0x9d, 0x01, 0x2a, 0, 0, 0, 0, 7]);
  drawn.writeUInt16LE(width, 6);
  drawn.writeUInt16LE(height, 8);
  const extended = Buffer.alloc(10);
  extended[0] = 0x08;
  extended.writeUIntLE(width - 1, 4, 3);
  extended.writeUIntLE(height - 1, 7, 3);
  const parts = [
    ...(exif === null ? [] : [part('VP8X', extended)]),
    part('VP8 ', drawn),
    ...(exif === null ? [] : [part('EXIF', exif)]),
  ];
  const body = Buffer.concat([Buffer.from('WEBP'), ...parts]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from('RIFF'), length, body]);
}
