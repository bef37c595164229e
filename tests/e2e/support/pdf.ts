// Reads a PDF printed by Chromium: its pages with their sizes, the text, and whether anything has a colour. Reads only
// what Chromium writes (Skia/PDF), not any PDF.
import { inflateSync } from 'node:zlib';

export interface Printed {
  /** in millimetres, one for each page */
  pages: { width: number; height: number }[];
  /** The Latin letters, in the order in which they were drawn; the order of Urdu letters cannot be read back. */
  text: string;
  coloured: boolean;
}

interface PdfObject {
  dictionary: string;
  stream: string;
}

const MM_PER_POINT = 25.4 / 72;

function objectsIn(pdf: Buffer): Map<string, PdfObject> {
  const source = pdf.toString('latin1');
  const objects = new Map<string, PdfObject>();
  const start = /(\d+) 0 obj\s([\s\S]*?)\s(?:endobj|stream\r?\n)/g;
  for (let found = start.exec(source); found !== null; found = start.exec(source)) {
    const [, id = '', dictionary = ''] = found;
    const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1] ?? 0);
    const bytes = pdf.subarray(start.lastIndex, start.lastIndex + length);
    const isText = dictionary.includes('/FlateDecode') && !dictionary.includes('/Image');
    objects.set(id, { dictionary, stream: (isText ? inflateSync(bytes) : bytes).toString('latin1') });
    start.lastIndex += length;
  }
  return objects;
}

/** The letters of a font by the number with which a page draws them. */
function lettersOf(map: string): Map<number, string> {
  const letters = new Map<number, string>();
  const text = (hex = ''): string => Buffer.from(hex, 'hex').swap16().toString('utf16le');
  for (const { 1: lines = '' } of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    for (const { 1: code = '', 2: to } of lines.matchAll(/<(\w+)>\s*<(\w+)>/g))
      letters.set(Number(`0x${code}`), text(to));
  }
  for (const { 1: lines = '' } of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g)) {
    for (const { 1: from = '', 2: to = '', 3: first = '' } of lines.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/g)) {
      for (let code = Number(`0x${from}`); code <= Number(`0x${to}`); code += 1) {
        const letter = Number(`0x${first}`) + code - Number(`0x${from}`);
        letters.set(code, String.fromCodePoint(letter));
      }
    }
  }
  return letters;
}

/**
 * The text that this stream draws, with plain spaces, as Playwright reads pages; `fonts` by the names in the stream.
 */
function textOf(stream: string, fonts: ReadonlyMap<string, ReadonlyMap<number, string>>): string {
  let letters: ReadonlyMap<number, string> | undefined;
  let text = '';
  for (const { 1: font, 2: drawn, 3: end } of stream.matchAll(/\/(\w+) [\d.]+ Tf|<([\da-fA-F]+)>|\b(ET)\b/g)) {
    if (font !== undefined) letters = fonts.get(font);
    if (end !== undefined) text += ' ';
    for (const code of drawn?.match(/.{4}/g) ?? []) text += letters?.get(Number(`0x${code}`)) ?? '';
  }
  return text.replaceAll('\u00a0', ' ');
}

export function readPdf(pdf: Buffer): Printed {
  const objects = objectsIn(pdf);
  const refersTo = (dictionary: string, key: string): PdfObject | undefined =>
    objects.get(new RegExp(`/${key}\\s+(\\d+) 0 R`).exec(dictionary)?.[1] ?? '');
  const fonts = new Map<string, Map<number, string>>();
  for (const { dictionary } of objects.values()) {
    for (const { 1: name = '', 2: id = '' } of dictionary.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = refersTo(objects.get(id)?.dictionary ?? '', 'ToUnicode');
      if (map !== undefined) fonts.set(name, lettersOf(map.stream));
    }
  }
  const pages = [...objects.values()].filter(({ dictionary }) => /\/Type\s*\/Page\b/.test(dictionary));
  const streams = pages.map(({ dictionary }) => refersTo(dictionary, 'Contents')?.stream ?? '');
  return {
    pages: pages.map(({ dictionary }) => {
      const [, width = 0, height = 0] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(dictionary)?.map(Number) ?? [];
      return { width: Math.round(width * MM_PER_POINT), height: Math.round(height * MM_PER_POINT) };
    }),
    text: streams.map((stream) => textOf(stream, fonts)).join('\f'),
    coloured: streams.some((stream) =>
      [...stream.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) (?:rg|RG)\b/g)].some(
        ([, red, green, blue]) => red !== green || green !== blue,
      ),
    ),
  };
}
