// JPEG: its frame, the tables that its scans use, and the scans; written anew, so that nothing else is in it.
import { type Cleaned, joined } from './parts.ts';

const [SOI, EOI, SOS, DQT, DHT, DRI, COM] = [0xd8, 0xd9, 0xda, 0xdb, 0xc4, 0xdd, 0xfe];
/** Baseline, extended and progressive: what browsers draw. */
const FRAMES = [0xc0, 0xc1, 0xc2];
const PROGRESSIVE = 0xc2;
const [JFIF, ADOBE] = [0xe0, 0xee];

interface Frame {
  marker: number;
  bytes: Uint8Array;
  width: number;
  height: number;
  /** the quantisation table of each component */
  tables: Map<number, number>;
}

const text = (bytes: Uint8Array, length: number): string => String.fromCharCode(...bytes.subarray(0, length));

function segment(marker: number, data: Uint8Array): Uint8Array {
  const length = data.length + 2;
  return joined([new Uint8Array([0xff, marker, length >> 8, length & 0xff]), data]);
}

const PLAIN_JFIF = segment(JFIF, new Uint8Array([0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]));
/** Says how colours are to be understood; of its other bytes none is used. */
const plainAdobe = (transform: number): Uint8Array =>
  segment(ADOBE, new Uint8Array([...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, transform]));

export function cleanJpeg(bytes: Uint8Array, view: DataView): Cleaned {
  const reading = new Reading();
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === EOI) return null;
    const end = at + 2 + view.getUint16(at + 2);
    // Markers from 0xd0 to 0xd9 have no length.
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= EOI) || end > bytes.length || end < at + 4) return null;
    if (!reading.take(marker, bytes.subarray(at + 4, end))) return null;
    at = end;
    if (marker !== SOS) continue;
    const drawn = endOfScan(bytes, at);
    reading.parts.push(bytes.subarray(at, drawn));
    at = drawn;
    if (bytes[at] === 0xff && bytes[at + 1] === EOI) return reading.ended();
  }
  return null;
}

class Reading {
  readonly parts: Uint8Array[] = [new Uint8Array([0xff, SOI])];
  private frame: Frame | null = null;
  private isFrameWritten = false;
  /** Tables by their kind and number, written before the first scan that uses them. */
  private readonly pending = new Map<string, Uint8Array>();
  private readonly written = new Set<string>();
  private restart: Uint8Array | null = null;
  private readonly application = new Set<number>();

  /** False if the picture cannot be drawn. What is not needed is dropped. */
  take(marker: number, data: Uint8Array): boolean {
    if (FRAMES.includes(marker)) return this.takeFrame(marker, data);
    switch (marker) {
      case DQT:
        return this.takeTables(data, DQT, quantisationLength);
      case DHT:
        return this.takeTables(data, DHT, huffmanLength);
      case DRI:
        this.restart = data;
        return data.length === 2;
      case SOS:
        return this.takeScan(data);
      case JFIF:
        return this.takeApplication(marker, text(data, 5) === 'JFIF\0' ? PLAIN_JFIF : null);
      case ADOBE:
        return this.takeApplication(marker, text(data, 5) === 'Adobe' ? plainAdobe(Math.min(data[11] ?? 0, 2)) : null);
      default:
        // Other application segments and comments are dropped; other frames, coding tables and what is not defined would
        // not be drawn.
        return (marker >= 0xe0 && marker <= 0xef) || marker === COM;
    }
  }

  ended(): Cleaned {
    if (this.frame === null || !this.isFrameWritten) return null;
    this.parts.push(new Uint8Array([0xff, EOI]));
    return { width: this.frame.width, height: this.frame.height, bytes: joined(this.parts) };
  }

  private takeApplication(marker: number, plain: Uint8Array | null): boolean {
    if (plain === null || this.application.has(marker) || this.isFrameWritten) return true;
    this.application.add(marker);
    this.parts.push(plain);
    return true;
  }

  private takeFrame(marker: number, data: Uint8Array): boolean {
    const count = data[5] ?? 0;
    if (this.frame !== null || data[0] !== 8 || ![1, 3, 4].includes(count) || data.length !== 6 + 3 * count)
      return false;
    const [height, width] = [uint16(data, 1), uint16(data, 3)];
    const tables = new Map<number, number>();
    for (let at = 6; at < data.length; at += 3) {
      const [id = 0, sampling = 0, table = 0] = data.subarray(at, at + 3);
      const factors = [sampling >> 4, sampling & 0xf];
      if (factors.some((factor) => factor < 1 || factor > 4) || table > 3 || tables.has(id)) return false;
      tables.set(id, table);
    }
    this.frame = { marker, bytes: segment(marker, data), width, height, tables };
    return width > 0 && height > 0;
  }

  private takeTables(data: Uint8Array, marker: number, lengthOf: (data: Uint8Array) => number | null): boolean {
    let rest = data;
    while (rest.length > 0) {
      const length = lengthOf(rest);
      if (length === null || length > rest.length) return false;
      const number = (rest[0] ?? 0) & (marker === DQT ? 0x0f : 0x1f);
      // A table that no scan used until it is replaced draws nothing.
      this.pending.set(`${marker} ${number}`, rest.subarray(0, length));
      rest = rest.subarray(length);
    }
    return true;
  }

  private takeScan(data: Uint8Array): boolean {
    const { frame } = this;
    const count = data[0] ?? 0;
    if (frame === null || count < 1 || count > 4 || data.length !== 4 + 2 * count) return false;
    const [first = 0, last = 0, approximation = 0] = data.subarray(1 + 2 * count);
    const isProgressive = frame.marker === PROGRESSIVE;
    if (isProgressive ? first > last || last > 63 : approximation !== 0 || first !== 0 || last !== 63) return false;
    const isRefined = isProgressive && approximation >> 4 !== 0;
    const needed: string[] = [];
    for (let at = 1; at < 1 + 2 * count; at += 2) {
      const quantisation = frame.tables.get(data[at] ?? -1);
      const coding = data[at + 1] ?? 0;
      if (quantisation === undefined) return false;
      needed.push(`${DQT} ${quantisation}`);
      if (first === 0 && !isRefined) needed.push(`${DHT} ${coding >> 4}`);
      if (last > 0) needed.push(`${DHT} ${0x10 + (coding & 0xf)}`);
    }
    if (!needed.every((name) => this.pending.has(name) || this.written.has(name))) return false;
    this.write(DQT, needed);
    if (!this.isFrameWritten) this.parts.push(frame.bytes);
    this.isFrameWritten = true;
    if (this.restart !== null) this.parts.push(segment(DRI, this.restart));
    this.restart = null;
    this.write(DHT, needed);
    this.parts.push(segment(SOS, data));
    return true;
  }

  /** Writes the tables of this kind that a scan needs and that were not written yet. */
  private write(marker: number, needed: readonly string[]): void {
    for (const name of needed) {
      const table = this.pending.get(name);
      if (table === undefined || !name.startsWith(`${marker} `)) continue;
      this.parts.push(segment(marker, table));
      this.pending.delete(name);
      this.written.add(name);
    }
  }
}

const uint16 = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) + (bytes[at + 1] ?? 0);

/** Of the first of these tables; null if it cannot be one. */
const quantisationLength = ([head = 0]: Uint8Array): number | null =>
  (head & 0xf) > 3 || head >> 4 > 1 ? null : 1 + 64 * (1 + (head >> 4));

function huffmanLength(data: Uint8Array): number | null {
  const head = data[0] ?? 0;
  const counts = data.subarray(1, 17);
  // More codes of a length than there is room for would not be a code.
  let room = 1;
  for (const count of counts) room = 2 * room - count;
  const total = counts.reduce((sum, count) => sum + count, 0);
  const symbols = data.subarray(17, 17 + total);
  if (counts.length < 16 || (head & 0xf) > 3 || head >> 4 > 1 || room < 0 || total > 256) return null;
  return new Set(symbols).size === symbols.length && (head >> 4 === 1 || symbols.every((symbol) => symbol <= 15))
    ? 17 + total
    : null;
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
