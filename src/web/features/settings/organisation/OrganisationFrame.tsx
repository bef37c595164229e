// What the forms of the organisation's cards have in common: each has its own button and saves its part. Fields that
// the person is not changing follow what other windows save.
import { Button } from '@mantine/core';
import type { FormEvent, JSX, ReactNode } from 'react';
import type { CallInput, Output } from '../../../../contract/operation.ts';
import { readOrganisation, updateOrganisation } from '../../../../contract/settings/organisation.ts';
import { queryClient, readKey, useWrite } from '../../../api/hooks.ts';
import { useTexts } from '../../../messages/index.ts';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { busyButton } from '../../../ui/controls/busy-button.ts';
import { FormProblem } from '../../../ui/forms/FormProblem.tsx';
import classes from './organisation.module.css';

export type Organisation = Output<typeof readOrganisation>;
type Changes = NonNullable<CallInput<typeof updateOrganisation>['body']>;

export interface PartProps {
  stored: Organisation;
  readOnly: boolean;
}

const KEY = readKey(readOrganisation, {});

/** `forget` removes from a form what was sent; what was typed or chosen while it was being saved stays. */
export function useSaveOrganisation({
  id,
  saved: text,
  forget,
}: {
  /** the id of the toast that says it was saved */
  id: string;
  saved: string;
  forget: (sent: Changes) => void;
}) {
  const save = useWrite(updateOrganisation, {
    onSuccess: async (saved, { input: { body: sent = {} } }) => {
      await queryClient.cancelQueries({ queryKey: KEY });
      queryClient.setQueryData<Organisation>(KEY, (now) => now && { ...now, ...saved });
      forget(sent);
      toast.success(text, { id });
    },
  });
  const forgetFailure = (): void => {
    if (save.error !== null) save.reset();
  };
  return { save, forgetFailure };
}

/** What was typed, without what has been sent since and not changed again. */
export const withoutSent = <T extends object>(typed: T, sent: Changes, asSent = (value: unknown) => value): T =>
  Object.fromEntries(
    Object.entries(typed).filter(([field, value]) => asSent(value) !== (sent as Record<string, unknown>)[field]),
  ) as T;

interface OrganisationFrameProps {
  save: ReturnType<typeof useSaveOrganisation>['save'];
  /** the heading of the part, which tells the several "Save" buttons of the screen apart */
  saves: string;
  /** if empty, nothing can be saved */
  changes: Changes;
  /** Something is invalid, and its field says what. */
  isWrong: boolean;
  /** what the server refused, each shown at its field */
  refused?: object;
  readOnly: boolean;
  wide?: boolean;
  /** above the fields */
  hint?: string;
  children: ReactNode;
}

export function OrganisationFrame(props: OrganisationFrameProps): JSX.Element {
  const { save, saves, changes, isWrong, refused = {}, readOnly, wide = false, hint, children } = props;
  const { t } = useTexts();
  const isChanged = Object.keys(changes).length > 0;
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!isChanged || save.isPending) return;
    if (isWrong) event.currentTarget.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    else save.mutate({ input: { body: changes } });
  };
  return (
    <form className={classes['form']} data-wide={wide || undefined} onSubmit={submit} noValidate>
      {hint !== undefined && <p className={classes['hint']}>{hint}</p>}
      <fieldset disabled={readOnly} className={classes['fields']}>
        {children}
      </fieldset>
      <FormProblem
        problem={
          save.error === null || Object.keys(refused).length > 0
            ? null
            : t('settings.organisation.failed', { reason: reasonOf(save.error, t) })
        }
      />
      {!readOnly && (
        <Button
          type="submit"
          className={classes['save'] ?? ''}
          aria-label={t('settings.organisation.saveOf', { part: saves })}
          {...busyButton(!isChanged)}
          loading={save.isPending}
        >
          {t('settings.organisation.save')}
        </Button>
      )}
    </form>
  );
}
