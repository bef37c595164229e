// The parts of a ZIP, and what they hold once they are unpacked: read from their bytes and dropped at once, because the
// directory may say anything.

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const END_LENGTH = 22;
const ENTRY_LENGTH = 46;
const LOCAL_LENGTH = 30;
/** the longest comment after the end record */
const LONGEST_COMMENT = 0xffff;
const DEFLATED = 8;

export interface ZipPart {
  name: string;
  isDeflated: boolean;
  packed: Uint8Array<ArrayBuffer>;
}

/** null if the directory is missing or damaged. */
export function zipParts(bytes: Uint8Array<ArrayBuffer>): ZipPart[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  if (end === null) return null;
  const parts: ZipPart[] = [];
  let place = view.getUint32(end + 16, true);
  for (let n = view.getUint16(end + 10, true); n > 0; n -= 1) {
    if (place + ENTRY_LENGTH >= view.byteLength || view.getUint32(place, true) !== ENTRY) return null;
    const [packed, local] = [view.getUint32(place + 20, true), view.getUint32(place + 42, true)];
    const name = place + ENTRY_LENGTH + view.getUint16(place + 28, true);
    if (local + LOCAL_LENGTH > view.byteLength) return null;
    const from = local + LOCAL_LENGTH + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    if (from + packed > view.byteLength) return null;
    parts.push({
      name: new TextDecoder().decode(bytes.subarray(place + ENTRY_LENGTH, name)),
      isDeflated: view.getUint16(place + 10, true) === DEFLATED,
      packed: bytes.subarray(from, from + packed),
    });
    place = name + view.getUint16(place + 30, true) + view.getUint16(place + 32, true);
  }
  return parts;
}

function endOf(view: DataView): number | null {
  const last = view.byteLength - END_LENGTH;
  for (let place = last; place >= Math.max(0, last - LONGEST_COMMENT); place -= 1) {
    if (view.getUint32(place, true) === END) return place;
  }
  return null;
}

/** Of a part when unpacked: its bytes, and its elements and attributes, each of which takes up memory once it is read. */
export interface PartWeight {
  bytes: number;
  marks: number;
}

const [LESS, SLASH, EQUALS] = [0x3c, 0x2f, 0x3d];

/** null if it holds more than `most`. Throws if it is damaged. */
export async function weigh({ packed, isDeflated }: ZipPart, most: PartWeight): Promise<PartWeight | null> {
  const given = new Blob([packed]).stream();
  const reader = (isDeflated ? given.pipeThrough(new DecompressionStream('deflate-raw')) : given).getReader();
  let [bytes, marks, before] = [0, 0, 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { bytes, marks };
    for (const byte of value) {
      if (byte === EQUALS || (before === LESS && byte !== SLASH)) marks += 1;
      before = byte;
    }
    bytes += value.length;
    if (bytes > most.bytes || marks > most.marks) {
      await reader.cancel();
      return null;
    }
  }
}
