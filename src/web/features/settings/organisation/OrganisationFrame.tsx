// What the forms of the organisation's cards have in common: each has its own button and saves its part. Fields that
// the person is not changing follow what other windows save.
import { Button } from '@mantine/core';
import type { FormEvent, JSX, ReactNode } from 'react';
import { useRef, useState } from 'react';
import type { CallInput, Output } from '../../../../contract/operation.ts';
import { readOrganisation, updateOrganisation } from '../../../../contract/settings/organisation.ts';
import { refetchSession } from '../../../api/client.ts';
import { queryClient, readKey, useWrite } from '../../../api/hooks.ts';
import { useTexts } from '../../../messages/index.ts';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { toast, useTellIfLeft } from '../../../ui/feedback/toast.tsx';
import { busyButton } from '../../../ui/controls/busy-button.ts';
import { FormProblem } from '../../../ui/forms/FormProblem.tsx';
import { leadToWrong, useRefusedFields } from '../../../ui/forms/fields/wrong-field.ts';
import classes from './organisation.module.css';

export type Organisation = Output<typeof readOrganisation>;
type Body = NonNullable<CallInput<typeof updateOrganisation>['body']>;
type Changes = Omit<Body, 'shown'>;
type Field = keyof Changes;

export interface PartProps {
  stored: Organisation;
  readOnly: boolean;
}

const KEY = readKey(readOrganisation, {});

/** The fields as they are shown: a picture by its version. */
const shownOf = ({ logoVersion: logo, payPictureVersion: payPicture, ...others }: Organisation) =>
  ({ ...others, logo, payPicture }) as const;

interface Saving {
  /** If empty, nothing can be saved. */
  changes: Changes;
  write: ReturnType<typeof useWrite<typeof updateOrganisation>>;
  save: () => void;
  /** To be called when a field is changed here. */
  begin: (field: Field) => void;
  /** Whether somebody else has saved something in a field since it was changed here. */
  isElsewhere: (field: Field) => boolean;
}

export function useSaveOrganisation(options: {
  /** the id of the toast that says it was saved */
  id: string;
  saved: string;
  stored: Organisation;
  changes: Changes;
  /** Removes from a form what was sent; what was typed or chosen while it was being saved stays. */
  forget: (sent: Changes) => void;
}): Saving {
  const { id, saved: text, stored, changes, forget } = options;
  const { t } = useTexts();
  /** What the fields were when they were changed here. */
  const [from, setFrom] = useState<Partial<ReturnType<typeof shownOf>>>({});
  const write = useWrite(updateOrganisation, {
    onSuccess: async (saved, { input: { body: sent = {} } }) => {
      await queryClient.cancelQueries({ queryKey: KEY });
      queryClient.setQueryData<Organisation>(KEY, (now) => now && { ...now, ...saved });
      forget(sent);
      // What was typed meanwhile was typed over what has been saved.
      setFrom({});
      // The session has the name, for what is printed.
      if (sent.name !== undefined) void refetchSession();
      toast.success(text, { id });
    },
    onError: useTellIfLeft((error) => t('settings.organisation.failed', { reason: reasonOf(error, t) }), { id }),
  });
  const shown = shownOf(stored);
  return {
    changes,
    write,
    save: () => {
      const fields = Object.keys(changes) as Field[];
      const before = Object.fromEntries(fields.map((field) => [field, shown[field]]));
      write.mutate({ input: { body: { ...changes, shown: before } } });
    },
    begin: (field) => {
      if (write.error !== null) write.reset();
      if (!(field in from && field in changes)) setFrom((now) => ({ ...now, [field]: shown[field] }));
    },
    // While it is being saved, the form's own change arrives as well.
    isElsewhere: (field) =>
      !write.isPending && field in from && field in changes && String(from[field]) !== String(shown[field]),
  };
}

/** What was typed, without what has been sent since and not changed again. */
export const withoutSent = <T extends object>(typed: T, sent: Changes, asSent = (value: unknown) => value): T =>
  Object.fromEntries(
    Object.entries(typed).filter(([field, value]) => asSent(value) !== (sent as Record<string, unknown>)[field]),
  ) as T;

interface OrganisationFrameProps {
  saving: Saving;
  /** the heading of the part, which tells the several "Save" buttons of the screen apart */
  saves: string;
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
  const { saving, saves, isWrong, refused = {}, readOnly, wide = false, hint, children } = props;
  const { changes, write } = saving;
  const { t } = useTexts();
  const isChanged = Object.keys(changes).length > 0;
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!isChanged || write.isPending) return;
    if (isWrong) leadToWrong(event.currentTarget, {});
    else saving.save();
  };
  const form = useRef<HTMLFormElement>(null);
  useRefusedFields(form, write.error, refused);
  return (
    <form ref={form} className={classes['form']} data-wide={wide || undefined} onSubmit={submit} noValidate>
      {hint !== undefined && <p className={classes['hint']}>{hint}</p>}
      <fieldset disabled={readOnly} className={classes['fields']}>
        {children}
      </fieldset>
      <FormProblem
        problem={write.error === null ? null : t('settings.organisation.failed', { reason: reasonOf(write.error, t) })}
      />
      {!readOnly && (
        <Button
          type="submit"
          className={classes['save'] ?? ''}
          aria-label={t('settings.organisation.saveOf', { part: saves })}
          {...busyButton(!isChanged)}
          loading={write.isPending}
        >
          {t('settings.organisation.save')}
        </Button>
      )}
    </form>
  );
}
