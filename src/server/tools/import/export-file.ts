// Parses an export written by node-firestore-import-export. Ids and field names are untrusted, so they are only used as
// keys of Maps, where `__proto__` is a key like any other.

/** The file is not an export; the message is one sentence for the user of the tool. */
export class ExportError extends Error {}

export interface ExportDocument {
  id: string;
  /** e.g. `Fines/U1/fines/F1` */
  path: string;
  fields: ReadonlyMap<string, unknown>;
  /** sub-collections by name, each a list in the file's order */
  collections: ReadonlyMap<string, readonly ExportEntry[]>;
}

/** An entry of a collection; `document` is null if it is not a document. */
export interface ExportEntry {
  id: string;
  path: string;
  document: ExportDocument | null;
}

const COLLECTIONS = '__collections__';
/** At least one must exist, or it is an export of another application. */
const KNOWN_COLLECTIONS = ['users', 'Fines', 'Events', 'appSetupAction'];

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
  if (!isObject(root) || !isObject(ownProperty(root, COLLECTIONS))) {
    throw new ExportError('The file is not a Firestore export: it has no "__collections__" at its root.');
  }
  const collections = collectionsOf(root, '');
  if (!KNOWN_COLLECTIONS.some((name) => collections.has(name))) {
    throw new ExportError(
      `The export holds none of the collections ${KNOWN_COLLECTIONS.join(', ')}: it comes from another application.`,
    );
  }
  return collections;
}

function collectionsOf(node: object, path: string): Map<string, ExportEntry[]> {
  const collections = new Map<string, ExportEntry[]>();
  const found = ownProperty(node, COLLECTIONS);
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

/** An own property of a parsed object; inherited properties do not come from the file. */
export function ownProperty(value: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
