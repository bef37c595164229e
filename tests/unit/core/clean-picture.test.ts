// Members' pictures: what counts as one, its size, and what of it is kept (REQ-9).
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanPicture } from '../../../src/core/people/clean-picture.ts';
import { jpegOf, ONE_PIXEL, PLACE, pngOf, webpOf } from '../../helpers/pictures.ts';

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
    const size = kind === 'image/webp' ? 16_383 : 50_000;
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
  // Its header says that it contains nothing else.
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
])('%s is not a picture [REQ-9]', (_, bytes) => {
  expect(clean(bytes)).toBeNull();
});

test('a picture made by a program is valid', () => {
  expect(clean(Buffer.from(ONE_PIXEL, 'base64'))).toMatchObject({ kind: 'image/png', width: 1, height: 1 });
});
