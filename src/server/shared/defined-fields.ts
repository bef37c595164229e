// What a PATCH changes, and whether somebody else has changed the same field meanwhile.
import { isDeepStrictEqual } from 'node:util';
import { readsAs } from '../../core/text/letters.ts';
import { AppError } from '../base/errors.ts';

/** The fields with a value, which a PATCH changes. Every column must be named: omitting one is a compile error. */
export function definedFields<C extends object>(columns: { [K in keyof C]: C[K] | undefined }): Partial<C> {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Partial<C>;
}

/** Throws record-changed if one of these fields is no longer as it was shown; null counts as an empty text. */
export function requireFieldsAsShown<R extends object>(
  record: Readonly<R>,
  shown: { readonly [F in keyof R]?: unknown } | undefined,
): void {
  for (const field of Object.keys(shown ?? {}) as (keyof R)[]) {
    const [is, was] = [record[field], shown?.[field]];
    if (was !== undefined && !isSame(is ?? '', was ?? '')) throw new AppError('record-changed');
  }
}

const isSame = (is: unknown, was: unknown): boolean =>
  typeof is === 'string' && typeof was === 'string' ? readsAs(is, was) : isDeepStrictEqual(is, was);
