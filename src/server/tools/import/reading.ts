// What every part of the reader needs: the surroundings of an import, and how fields of any document are taken.
import { id as idSchema } from '../../../contract/shapes.ts';
import type { ExportDocument, ExportEntry } from './export-file.ts';
import type { Irregularities } from './irregularities.ts';
import { cut, instantOf, isNothing, show, textOf } from './values.ts';

export interface Reading {
  /** the organisation's time zone */
  timeZone: string;
  /** ms; stands in for times that are nowhere to be found */
  now: number;
  irregularities: Irregularities;
}

/** The documents whose ids can be kept; whatever else stands in the collection is refused. */
export function usableDocuments(reading: Reading, entries: readonly ExportEntry[] | undefined): ExportDocument[] {
  return (entries ?? []).flatMap(({ id, path, document }) => {
    if (document === null) {
      reading.irregularities.add('not-a-document', path, 'this is no document');
      return [];
    }
    return isUsableId(reading, id, path) ? [document] : [];
  });
}

/** The contract's rule for ids: what breaks it could be stored, but no operation could name it. */
function isUsableId(reading: Reading, id: string, path: string): boolean {
  const problem = idSchema.safeParse(id).error?.issues[0]?.message;
  if (problem === undefined) return true;
  reading.irregularities.add('id-refused', cut(path, 200), `the id ${problem}`);
  return false;
}

/** A text field, cut to what our forms accept, so that no index refuses it and no form chokes on it later. */
export function takeText(reading: Reading, document: ExportDocument, field: string, max: number): string {
  const text = textOf(document.fields.get(field));
  if (text.length <= max) return text;
  reading.irregularities.add('text-cut', document.path, `${field} has ${text.length} characters, ${max} were kept`);
  return cut(text, max);
}

/** An instant field in ms; null when it is absent, empty or cannot be read, the last of which is listed. */
export function takeInstant(reading: Reading, document: ExportDocument, field: string): number | null {
  const value = document.fields.get(field);
  if (isNothing(value)) return null;
  const instant = instantOf(value);
  if (instant === null) reading.irregularities.add('instant-unreadable', document.path, `${field} is ${show(value)}`);
  return instant;
}

/** Lists fields and sub-collections that have no place here, so that nothing disappears unnoticed. */
export function listUnknown(
  reading: Reading,
  document: ExportDocument,
  known: { fields: readonly string[]; collections?: readonly string[] },
): void {
  for (const [field, value] of document.fields) {
    if (known.fields.includes(field)) continue;
    reading.irregularities.add('field-unknown', document.path, `${show(field)} is ${show(value)}`);
  }
  for (const [name, entries] of document.collections) {
    if (known.collections?.includes(name) === true || entries.length === 0) continue;
    reading.irregularities.add('collection-unknown', `${document.path}/${name}`, `${entries.length} documents`);
  }
}
