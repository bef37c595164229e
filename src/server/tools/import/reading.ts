// Shared by all parts of the reader: its context, and how fields of any document are read.
import { id as idSchema } from '../../../contract/shapes.ts';
import type { ExportDocument, ExportEntry } from './export-file.ts';
import type { Irregularities } from './irregularities.ts';
import { formatValue, instantOf, isEmpty, textOf, truncate } from './values.ts';

export interface ReadContext {
  /** the organisation's time zone */
  timeZone: string;
  /** ms; used where an export has no time */
  now: number;
  irregularities: Irregularities;
}

/** The documents with valid ids; other entries of the collection are refused. */
export function usableDocuments(context: ReadContext, entries: readonly ExportEntry[] | undefined): ExportDocument[] {
  return (entries ?? []).flatMap(({ id, path, document }) => {
    if (document === null) {
      context.irregularities.add('not-a-document', path, 'this is not a document');
      return [];
    }
    return isUsableId(context, id, path) ? [document] : [];
  });
}

/** Checks the contract's rule for ids: no operation could address a record that violates it. */
function isUsableId(context: ReadContext, id: string, path: string): boolean {
  const problem = idSchema.safeParse(id).error?.issues[0]?.message;
  if (problem === undefined) return true;
  context.irregularities.add('id-refused', truncate(path, 200), `the id ${problem}`);
  return false;
}

/** A text field, truncated to the length our forms and indexes accept. */
export function takeText(context: ReadContext, document: ExportDocument, field: string, max: number): string {
  const text = textOf(document.fields.get(field));
  if (text.length <= max) return text;
  context.irregularities.add('text-cut', document.path, `${field} has ${text.length} characters, ${max} were kept`);
  return truncate(text, max);
}

/** A timestamp field in ms; null if it is absent, empty or, which is reported, unreadable. */
export function takeInstant(context: ReadContext, document: ExportDocument, field: string): number | null {
  const value = document.fields.get(field);
  if (isEmpty(value)) return null;
  const instant = instantOf(value);
  if (instant === null)
    context.irregularities.add('instant-unreadable', document.path, `${field} is ${formatValue(value)}`);
  return instant;
}

/** Reports fields and sub-collections that are not imported, so that nothing is dropped silently. */
export function listUnknown(
  context: ReadContext,
  document: ExportDocument,
  known: { fields: readonly string[]; collections?: readonly string[] },
): void {
  for (const [field, value] of document.fields) {
    if (known.fields.includes(field)) continue;
    context.irregularities.add('field-unknown', document.path, `${formatValue(field)} is ${formatValue(value)}`);
  }
  for (const [name, entries] of document.collections) {
    if (known.collections?.includes(name) === true || entries.length === 0) continue;
    context.irregularities.add('collection-unknown', `${document.path}/${name}`, `${entries.length} documents`);
  }
}
