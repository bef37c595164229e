// What the forms of the organisation's cards have in common: each has its own button and saves its part. Fields that
// the person is not changing follow what other windows save.
import { Button, Switch, Text, TextInput } from '@mantine/core';
import { type FormEvent, type JSX, type ReactNode, useRef, useState } from 'react';
import type { CallInput, Output } from '../../../../contract/operation.ts';
import { LOGO_REFUSALS, readOrganisation, updateOrganisation } from '../../../../contract/settings/organisation.ts';
import { refetchSession } from '../../../api/client.ts';
import { queryClient, readKey, useWrite } from '../../../api/hooks.ts';
import { serverText, useTexts } from '../../../messages/index.ts';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { toast, useTellIfLeft } from '../../../ui/feedback/toast.tsx';
import { busyButton } from '../../../ui/controls/buttons.tsx';
import { savedElsewhere } from '../../../ui/forms/FormSheet.tsx';
import { FormProblem } from '../../../ui/forms/FormProblem.tsx';
import { leadToWrong, useRefusedFields } from '../../../ui/forms/fields/checks.ts';
import classes from '../settings.module.css';
import { pictureAddress, base64Of, bytesOf, PictureInput } from '../../../ui/forms/picture/PictureInput.tsx';
import { MAX_LOGO_SIZE, MAX_PICTURE_SIDE } from '../../../../core/limits.ts';
import { isLogoKind, pictureKind } from '../../../../core/people/picture.ts';
import { MAX_DUE_DAYS, parseDueDays, SUGGESTED_DUE_DAYS } from '../../../../core/fines/due.ts';

// When fines are to be paid (DUE-1): no due day, or a number of days after they were given.

const asTyped = (days: number | null): string | null => (days === null ? null : String(days));

const daysIn = (typed: string | null): number | null => (typed === null ? null : parseDueDays(typed));

export function DueDays({ stored, readOnly }: PartProps): JSX.Element {
  const { t } = useTexts();
  /** what is typed, null if it is off; undefined as long as it is as stored */
  const [chosen, setChosen] = useState<string | null | undefined>();
  const typed = chosen === undefined ? asTyped(stored.dueDays) : chosen;
  const days = daysIn(typed);
  const wrong = typed !== null && days === null;
  const saving = useSaveOrganisation({
    id: 'due-days',
    saved: t('settings.due.saved'),
    stored,
    // `isWrong` keeps an invalid number from being sent.
    changes: chosen === undefined ? {} : { dueDays: days },
    forget: (sent) => setChosen((now) => (now === undefined || daysIn(now) === sent.dueDays ? undefined : now)),
  });
  const choose = (next: string | null): void => {
    saving.begin('dueDays');
    setChosen(next === asTyped(stored.dueDays) ? undefined : next);
  };
  return (
    <OrganisationFrame saving={saving} saves={t('settings.due.title')} isWrong={wrong} readOnly={readOnly}>
      <Switch
        size="md"
        className={classes['partSwitch'] ?? ''}
        label={t('settings.due.on')}
        description={savedElsewhere(saving.isElsewhere('dueDays') ? (asTyped(stored.dueDays) ?? '') : undefined, t)}
        checked={typed !== null}
        onChange={(event) => choose(event.currentTarget.checked ? asTyped(stored.dueDays ?? SUGGESTED_DUE_DAYS) : null)}
      />
      {typed !== null && (
        <TextInput
          className={classes['days'] ?? ''}
          label={t('settings.due.days')}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget: { value } }) => choose(value)}
          error={wrong ? t('settings.due.wrong', { max: MAX_DUE_DAYS }) : null}
        />
      )}
      <Text c="dimmed" fz="sm">
        {t('settings.due.note')}
      </Text>
    </OrganisationFrame>
  );
}

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
    <form ref={form} className={classes['partForm']} data-wide={wide || undefined} onSubmit={submit} noValidate>
      {hint !== undefined && (
        <Text mt={-10} c="dimmed" fz="sm">
          {hint}
        </Text>
      )}
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

// A picture of the organisation, its logo or its payment QR code: chosen, replaced or removed; saved with its card.

interface PictureFieldProps {
  /** `picture`: the description for screen readers */
  texts: { label: string; hint: string; picture: string; choose: string };
  /** the address of the stored picture, null if there is none */
  stored: string | null;
  /** base64 of another picture; null to remove it; undefined to keep it */
  chosen: string | null | undefined;
  /** why the server refused it */
  refused: string | undefined;
  /** People who cannot choose a picture see only the stored one, if any. */
  readOnly: boolean;
  onChoose: (chosen: string | null) => void;
}

export function PictureField({
  texts,
  stored,
  chosen,
  refused,
  readOnly,
  onChoose,
}: PictureFieldProps): JSX.Element | null {
  const { t } = useTexts();
  if (readOnly && stored === null) return null;
  return (
    <PictureInput
      words={{
        ...texts,
        replace: t('settings.organisation.logo.replace'),
        remove: t('settings.organisation.logo.remove'),
      }}
      shown={typeof chosen === 'string' ? pictureAddress(chosen) : chosen === null ? null : stored}
      accept="image/png,image/jpeg"
      refused={refused}
      readOnly={readOnly}
      read={async (file) => {
        const found = await readLogoFile(file);
        if ('picture' in found) return found;
        const { problem } = found;
        if (problem === 'broken') return { problem: t('settings.organisation.logo.broken') };
        return { problem: serverText('errors', problem) ?? LOGO_REFUSALS[problem] };
      }}
      onChoose={onChoose}
    />
  );
}

// Reads the file of a logo before it is sent, and refuses by its bytes what the server would refuse.

/** The picture as base64, or what is wrong with the file; `broken`: it cannot be read or drawn. */
async function readLogoFile(
  file: File,
): Promise<{ picture: string } | { problem: keyof typeof LOGO_REFUSALS | 'broken' }> {
  try {
    if (!isLogoKind(pictureKind(await bytesOf(file.slice(0, 12))))) return { problem: 'logo-kind' };
    if (file.size > MAX_LOGO_SIZE) return { problem: 'logo-too-large' };
    const drawn = await createImageBitmap(file);
    const isTooWide = Math.max(drawn.width, drawn.height) > MAX_PICTURE_SIDE;
    drawn.close();
    if (isTooWide) return { problem: 'logo-too-wide' };
    return { picture: base64Of(await bytesOf(file)) };
  } catch {
    return { problem: 'broken' };
  }
}
