// Members' pictures: what counts as one, its size, and what of it is kept (REQ-9).
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanPicture } from '../../src/server/shared/pictures/clean-picture.ts';
import { jpegOf, ONE_PIXEL, PLACE, pngOf, segment, webpOf } from '../helpers/pictures.ts';

const clean = (bytes: Uint8Array) => cleanPicture(bytes);
const keptOf = (bytes: Uint8Array) => Buffer.from(clean(bytes)?.bytes ?? []);

describe.each([
  ['image/jpeg', jpegOf],
  ['image/png', pngOf],
  ['image/webp', webpOf],
] as const)('%s', (kind, made) => {
  test('is recognised with its size, and unchanged if it has no metadata [REQ-9]', () => {
    const bytes = made({ width: 1600, height: 900 });
    expect(clean(bytes)).toMatchObject({ kind, width: 1600, height: 900 });
    expect(keptOf(bytes)).toEqual(bytes);
  });

  test('has the size in its own header [REQ-9]', () => {
    const size = { 'image/webp': 16_383, 'image/jpeg': 50_000, 'image/png': 4000 }[kind];
    expect(clean(made({ width: size, height: size }))).toMatchObject({ width: size, height: size });
  });

  test('that is cut anywhere is invalid, and nothing is read beyond its end [REQ-9]', () => {
    const bytes = made();
    const found = Array.from(bytes, (_, length) => length).filter(
      (length) => clean(bytes.subarray(0, length)) !== null,
    );
    // The last byte of a WebP only makes its length even.
    expect(found).toEqual(kind === 'image/webp' ? [bytes.length - 1] : []);
  });

  test('changed anywhere causes no error, and is either clean or invalid [REQ-9]', () => {
    const bytes = made();
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), (at, value) => {
        const changed = Buffer.from(bytes);
        changed[at] = value;
        const kept = clean(changed);
        if (kept !== null) expect(keptOf(Buffer.from(kept.bytes))).toEqual(Buffer.from(kept.bytes));
      }),
    );
  });
});

test('from a camera loses its location, all other metadata, and what follows its end [REQ-9]', () => {
  const photo = jpegOf({ exif: PLACE, behind: '<script>alert(1)</script>' });
  expect(keptOf(photo)).toEqual(jpegOf());
  const noted = pngOf({
    more: [
      ['eXIf', PLACE],
      ['tEXt', Buffer.from('Comment\0<script>')],
      ['iTXt', Buffer.from('x')],
    ],
  });
  expect(keptOf(Buffer.concat([noted, Buffer.from('PK\x03\x04 an archive')]))).toEqual(pngOf());
  const kept = keptOf(webpOf({ exif: PLACE }));
  expect(kept.includes('EXIF')).toBe(false);
  expect(kept.includes('GPS')).toBe(false);
  expect(clean(kept)).toMatchObject({ kind: 'image/webp', width: 2, height: 3 });
  // Its header says how long it is now, and that it contains nothing else.
  expect(kept.readUInt32LE(4)).toBe(kept.length - 8);
  expect(kept[kept.indexOf('VP8X') + 8]).toBe(0);
});

test.each<[string, Buffer]>([
  ['nothing', Buffer.alloc(0)],
  ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a GIF', Buffer.from('GIF89a\x01\0\x01\0\0\0\0;')],
  ['a page that begins as a JPEG', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('<script>')])],
  ['a page that begins as a PNG', Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('<script>')])],
  ['a PNG that moves', pngOf({ more: [['acTL', Buffer.alloc(8)]] })],
  ['a PNG without a size', Buffer.concat([pngOf().subarray(0, 8), pngOf().subarray(33)])],
  ['a JPEG with two sizes', Buffer.concat([jpegOf().subarray(0, -2), jpegOf().subarray(20)])],
  ['a picture of no width', jpegOf({ width: 0 })],
  ['a PNG whose pixels are a page', pngOf({ pixels: Buffer.from('<html><script>alert(1)</script>') })],
  ['a PNG whose unpacked pixels are a page', pngOf({ pixels: deflateSync(Buffer.from('<html><script>alert(1)')) })],
  ['a PNG of too few pixels', pngOf({ pixels: deflateSync(Buffer.alloc(11)) })],
  ['a PNG of too many pixels', pngOf({ pixels: deflateSync(Buffer.alloc(13)) })],
  ['a PNG that unpacks to a thousand times as much', pngOf({ pixels: deflateSync(Buffer.alloc(1e8)) })],
  ['a PNG with an unknown filter', pngOf({ pixels: deflateSync(Buffer.alloc(12, 5)) })],
  ['a PNG without the palette it needs', pngOf({ colour: 3 })],
  ['a PNG with a chunk that nobody knows how to draw', pngOf({ more: [['HTML', Buffer.from('<html>')]] })],
  ['a JPEG without the tables of its scan', Buffer.concat([jpegOf().subarray(0, 20), jpegOf().subarray(89)])],
  ['a JPEG of a kind that browsers do not draw', jpegOf({ more: [segment(0xc8, Buffer.from('<html>'))] })],
  ['a JPEG with a restart interval of any length', jpegOf({ more: [segment(0xdd, Buffer.from('<html>'))] })],
  ['a JPEG with another size in a segment of its own', jpegOf({ more: [segment(0xde, Buffer.from('<html>'))] })],
])('%s is not a picture [REQ-9]', (_, bytes) => {
  expect(clean(bytes)).toBeNull();
});

test('a picture made by a program is valid', () => {
  expect(clean(Buffer.from(ONE_PIXEL, 'base64'))).toMatchObject({ kind: 'image/png', width: 1, height: 1 });
});

/** The colours of a palette of four; the pixels have the first and the third. */
const paletteOf = (hidden: Buffer): [string, Buffer][] => [
  ['PLTE', Buffer.concat([Buffer.from([1, 2, 3]), hidden.subarray(0, 3), Buffer.from([7, 8, 9]), hidden.subarray(3)])],
];
const indexed = (more: readonly [string, Buffer][], pixels = [0, 0, 2, 0, 2, 0, 0, 0, 0]) =>
  pngOf({ colour: 3, more, pixels: deflateSync(Buffer.from(pixels), { level: 9 }) });

/** Everywhere that something can be put into a picture that is drawn all the same. */
const HIDING: Record<string, (hidden: Buffer) => Buffer> = {
  'behind a JPEG': (hidden) => Buffer.concat([jpegOf(), hidden]),
  'in the colour information of a JPEG': (hidden) =>
    jpegOf({ more: [segment(0xee, Buffer.concat([Buffer.from('Adobe'), hidden]))] }),
  'in another segment 14': (hidden) => jpegOf({ more: [segment(0xee, hidden)] }),
  'in its JFIF header': (hidden) => jpegOf({ more: [segment(0xe0, Buffer.concat([Buffer.from('JFIF\0'), hidden]))] }),
  'in any application segment': (hidden) => jpegOf({ more: [segment(0xe7, hidden)] }),
  'in a comment': (hidden) => jpegOf({ more: [segment(0xfe, hidden)] }),
  'in a table that no scan uses': (hidden) =>
    jpegOf({ more: [segment(0xdb, Buffer.concat([Buffer.from([2]), hidden, Buffer.alloc(64)]).subarray(0, 65))] }),
  'in a table that is replaced': (hidden) =>
    jpegOf({ more: [segment(0xdb, Buffer.concat([Buffer.from([0]), hidden, Buffer.alloc(64)]).subarray(0, 65))] }),
  'behind a PNG': (hidden) => Buffer.concat([pngOf(), hidden]),
  'in any chunk': (hidden) => pngOf({ more: [['zzZz', hidden]] }),
  'in the colour space of a PNG': (hidden) =>
    pngOf({
      more: [
        ['cHRM', hidden],
        ['gAMA', hidden],
        ['sRGB', hidden],
      ],
    }),
  'in a palette that is not used': (hidden) => pngOf({ more: [['PLTE', Buffer.concat([hidden, Buffer.alloc(2)])]] }),
  'in colours that no pixel has': (hidden) =>
    indexed(paletteOf(Buffer.concat([hidden, Buffer.alloc(2)]).subarray(0, 3 * Math.ceil(hidden.length / 3)))),
  'in how transparent those are': (hidden) => indexed([...paletteOf(Buffer.alloc(9)), ['tRNS', hidden]]),
  'behind the pixels of a PNG': (hidden) =>
    pngOf({ pixels: Buffer.concat([deflateSync(Buffer.alloc(9)), hidden]), height: 3 }),
  'behind a WebP': (hidden) => Buffer.concat([webpOf(), hidden]),
  'in the metadata of a WebP': (hidden) => webpOf({ exif: hidden }),
};

test.each(Object.entries(HIDING))('whatever is hidden %s is not in what is kept [REQ-9]', (_, hide) => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 8, maxLength: 48 }), (given) => {
      const hidden = Buffer.from(given);
      const sent = hide(hidden);
      const kept = clean(sent);
      if (kept === null) return;
      // Of zeros and of what every picture has, some may be there.
      if (new Set(hidden).size > 4) expect(Buffer.from(kept.bytes).includes(hidden)).toBe(false);
      // It is the same picture without it.
      expect(kept.bytes.length).toBeLessThan(sent.length + 20);
      expect(keptOf(Buffer.from(kept.bytes))).toEqual(Buffer.from(kept.bytes));
    }),
  );
  expect(clean(hide(Buffer.from('<script>alert(1)</script>   ')))).not.toBeNull();
});

test('a palette keeps the colours that are drawn, and black for the others [REQ-9]', () => {
  const kept = keptOf(indexed(paletteOf(Buffer.from('htmhtm'))));
  const at = kept.indexOf('PLTE');
  expect([...kept.subarray(at + 4, at + 13)]).toEqual([1, 2, 3, 0, 0, 0, 7, 8, 9]);
  expect(kept.includes('htm')).toBe(false);
});
