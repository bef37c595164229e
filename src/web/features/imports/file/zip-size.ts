// The unpacked size of the parts of a ZIP according to its directory, which the workbook reader enforces for each part.

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const END_LENGTH = 22;
const ENTRY_LENGTH = 46;
const SLASH = 0x2f;
/** The most bytes that an empty part takes up when packed. */
const MOST_OF_NOTHING = 16;
/** the longest comment after the end record */
const LONGEST_COMMENT = 0xffff;

/** In bytes; null if there is no directory, or if it does not give the size of each part. */
export function unpackedSize(bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  if (end === null) return null;
  const count = view.getUint16(end + 10, true);
  let place = view.getUint32(end + 16, true);
  let size = 0;
  for (let n = 0; n < count; n += 1) {
    if (place + ENTRY_LENGTH >= view.byteLength || view.getUint32(place, true) !== ENTRY) return null;
    const [packed, unpacked] = [view.getUint32(place + 20, true), view.getUint32(place + 24, true)];
    const isGivenLater = (view.getUint16(place + 8, true) & 8) !== 0;
    const name = view.getUint16(place + 28, true);
    const isFolder = view.getUint8(place + ENTRY_LENGTH + Math.max(name - 1, 0)) === SLASH;
    if (unpacked === 0 && (packed > MOST_OF_NOTHING || (packed === 0 && isGivenLater && !isFolder))) return null;
    size += unpacked;
    place += ENTRY_LENGTH + name + view.getUint16(place + 30, true) + view.getUint16(place + 32, true);
  }
  return size;
}

function endOf(view: DataView): number | null {
  const last = view.byteLength - END_LENGTH;
  for (let place = last; place >= Math.max(0, last - LONGEST_COMMENT); place -= 1) {
    if (view.getUint32(place, true) === END) return place;
  }
  return null;
}
