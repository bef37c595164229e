// What a failed call tells the person: the reason, and the fields of a form that it concerns.
import { FIELD_OF } from '../../../contract/error-details.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { ApiError, ConnectionError, OfflineError, TimeoutError } from '../../api/call.ts';
import { type Translate, serverText } from '../../messages/index.ts';

/** A feature's own sentences, in place of the server's; `offline`: nothing was sent because there was no connection. */
export type OwnReasons = Partial<Record<ErrorCode | 'offline', string>>;

/** The reason, in one sentence for people. */
export function reasonOf(error: unknown, t: Translate, own: OwnReasons = {}): string {
  if (error instanceof ApiError) return own[error.code] ?? serverText('errors', error.code) ?? error.message;
  if (error instanceof OfflineError) return own.offline ?? t('common.reason.offline');
  const what = error instanceof ConnectionError && error.write ? 'Write' : '';
  return t(error instanceof TimeoutError ? `common.reason.timeout${what}` : `common.reason.noAnswer${what}`);
}

/** The sentences for the fields of a form that the server refused; empty if the refusal concerns none of them. */
export function refusedFields<F extends string>(
  error: unknown,
  fields: readonly F[],
  own: OwnReasons = {},
): Partial<Record<F, string>> {
  if (!(error instanceof ApiError)) return {};
  const problems: Partial<Record<F, string>> = {};
  for (const { field, message } of fieldProblems(error)) {
    const named = fields.find((name) => name === field);
    if (named !== undefined) problems[named] ??= own[error.code] ?? serverText('errors', error.code) ?? message;
  }
  return problems;
}

/** The fields that a refusal is about; empty if it is about none in particular. */
function fieldProblems({ code, message, details }: ApiError): { field: string; message: string }[] {
  const { [code]: known = null } = FIELD_OF;
  if (known !== null) return [{ field: known, message }];
  if (code !== 'invalid-input') return [];
  return problemsByPath(details).flatMap(({ path: [part, field], message: sentence }) =>
    part === 'body' && field !== undefined ? [{ field, message: sentence }] : [],
  );
}

/** The items of a list in the request's body that a refusal is about, by position. */
export function itemProblems({ details }: ApiError, list: string): { place: number; message: string }[] {
  return problemsByPath(details).flatMap(({ path: [part, name, place], message }) =>
    part === 'body' && name === list && place !== undefined ? [{ place: Number(place), message }] : [],
  );
}

function problemsByPath(details: unknown): { path: string[]; message: string }[] {
  if (!Array.isArray(details)) return [];
  return (details as unknown[]).flatMap((detail) => {
    if (typeof detail !== 'object' || detail === null || !('path' in detail) || !('message' in detail)) return [];
    return [{ path: String(detail.path).split('.'), message: String(detail.message) }];
  });
}
