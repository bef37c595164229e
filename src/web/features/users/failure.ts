// Turns a failed call into the toast of the error catalogue, with the reason behind it (specification section 8).
import type { TFunction } from 'i18next';
import type { CallError } from '../../api/errors.ts';
import { ApiError } from '../../api/errors.ts';

/** "Failed to add user: this email is already in use". */
export function failureText(what: 'add' | 'update' | 'delete', error: CallError, t: TFunction): string {
  return t('users.failed.because', { what: t(`users.failed.${what}`), reason: reasonOf(error, t) });
}

function reasonOf(error: CallError, t: TFunction): string {
  if (!(error instanceof ApiError)) return t('common.noAnswer');
  return error.code === 'user-not-found' ? t('users.failed.gone') : error.message;
}
