// Says by toast what the error catalogue has for a failed call, with the reason below it (specification section 8).
import type { TFunction } from 'i18next';
import type { CallError } from '../../api/errors.ts';
import { ApiError } from '../../api/errors.ts';
import { toast } from '../../ui/toast.tsx';

/** "Error: Could not add event", and why. */
export function sayFailure(what: 'add' | 'update' | 'delete', error: CallError, t: TFunction): void {
  toast.error(reasonOf(error, t), { title: t(`events.failed.${what}`) });
}

function reasonOf(error: CallError, t: TFunction): string {
  if (!(error instanceof ApiError)) return t('events.failed.noAnswer');
  return error.code === 'event-not-found' ? t('events.failed.gone') : error.message;
}
