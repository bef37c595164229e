// An export as node-firestore-import-export writes it, as documents. Ids and field names come from outside: they are
// only ever keys of Maps, so that an id such as `__proto__` is an id like any other.

/** A file that is no export: the message is one sentence for whoever called the tool. */
export class ExportError extends Error {}

export interface ExportDocument {
  id: string;
  /** e.g. `Fines/U1/fines/F1` */
  path: string;
  fields: ReadonlyMap<string, unknown>;
  /** sub-collections by name, each a list in the file's order */
  collections: ReadonlyMap<string, readonly ExportEntry[]>;
}

/** What stands where a document should: `document` is null when it is none. */
export interface ExportEntry {
  id: string;
  path: string;
  document: ExportDocument | null;
}

const COLLECTIONS = '__collections__';
/** One of them at least must be there, or the file is an export of something else. */
const OURS = ['users', 'Fines', 'Events', 'appSetupAction'];

/**
 * The root collections by name.
 * @throws ExportError when the text is not JSON, or not an export of this application.
 */
export function readExportFile(text: string): ReadonlyMap<string, readonly ExportEntry[]> {
  let root: unknown;
  try {
    root = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const details = error instanceof Error ? error.message : String(error);
    throw new ExportError(`The file is not JSON (${details.replaceAll(/\s+/g, ' ').slice(0, 200)}).`);
  }
  if (!isObject(root) || !isObject(own(root, COLLECTIONS))) {
    throw new ExportError('The file is not a Firestore export: it has no "__collections__" at its root.');
  }
  const collections = collectionsOf(root, '');
  if (!OURS.some((name) => collections.has(name))) {
    throw new ExportError(`The export holds none of the collections ${OURS.join(', ')}: it is of another application.`);
  }
  return collections;
}

function collectionsOf(node: object, path: string): Map<string, ExportEntry[]> {
  const collections = new Map<string, ExportEntry[]>();
  const found = own(node, COLLECTIONS);
  if (!isObject(found)) return collections;
  for (const [name, documents] of Object.entries(found)) {
    const inside = `${path}${name}/`;
    const entries = isObject(documents) ? Object.entries(documents) : [];
    collections.set(
      name,
      entries.map(([id, value]) => ({ id, path: inside + id, document: documentOf(id, inside + id, value) })),
    );
  }
  return collections;
}

function documentOf(id: string, path: string, value: unknown): ExportDocument | null {
  if (!isObject(value)) return null;
  const fields = new Map(Object.entries(value).filter(([name]) => name !== COLLECTIONS));
  return { id, path, fields, collections: collectionsOf(value, `${path}/`) };
}

/** A plain object's own property; inherited ones are none of the file's. */
export function own(value: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
