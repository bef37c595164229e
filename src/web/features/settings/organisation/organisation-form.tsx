// What the settings of the organisation have in common: a switch saves at once, and what is typed or chosen is saved by
// the one button below it. Fields that the person is not changing follow what other windows save.
import { Button, Stack } from '@mantine/core';
import { type FormEvent, type JSX, type ReactNode, useEffect, useState } from 'react';
import type { CallInput, Output } from '../../../../contract/operation.ts';
import { LOGO_REFUSALS, readOrganisation, updateOrganisation } from '../../../../contract/settings/organisation.ts';
import { parseDueDays } from '../../../../core/fines/due.ts';
import { MAX_LENGTH, MAX_LOGO_SIZE, MAX_PICTURE_SIDE } from '../../../../core/limits.ts';
import { parseAmount } from '../../../../core/money/money.ts';
import type { PaymentMethod } from '../../../../core/money/payment.ts';
import { isLogoKind, pictureKind } from '../../../../core/people/picture.ts';
import { parseSteps } from '../../../../core/people/reminder-plan.ts';
import { unknownPlaceholders } from '../../../../core/people/reminder.ts';
import type { Language } from '../../../../core/text/languages.ts';
import { normalizedText } from '../../../../core/text/letters.ts';
import { refetchSession } from '../../../api/client.ts';
import { queryClient, readKey, useRead } from '../../../api/hooks.ts';
import { useSubmission } from '../../../api/sending/submissions.ts';
import { useMay } from '../../../api/session.ts';
import { serverText, useTexts } from '../../../messages/index.ts';
import { busyButton } from '../../../ui/controls/buttons.tsx';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { toast, useTellIfLeft } from '../../../ui/feedback/toast.tsx';
import { leadToWrong } from '../../../ui/forms/fields/checks.ts';
import { typedAmount } from '../../../ui/forms/fields/typed-amount.ts';
import { FormProblem } from '../../../ui/forms/FormProblem.tsx';
import { RestoredNotice } from '../../../ui/forms/FormSheet.tsx';
import { base64Of, bytesOf, pictureAddress, PictureInput } from '../../../ui/forms/picture/PictureInput.tsx';
import { type RecordForm, useRecordForm } from '../../../ui/forms/record-form.ts';
import { SkeletonTable } from '../../../ui/lists/list-tools.tsx';
import { ReadAgain } from '../settings-parts.tsx';
import classes from '../settings.module.css';

export type Organisation = Output<typeof readOrganisation>;
type Changes = Omit<NonNullable<CallInput<typeof updateOrganisation>['body']>, 'shown'>;

export interface PartProps {
  stored: Organisation;
  readOnly: boolean;
}

/** Reads the organisation. If that fails, only the log says why. */
export function OfOrganisation(props: { children: (stored: Organisation, readOnly: boolean) => ReactNode }): ReactNode {
  const { data, error, isFetching, refetch } = useRead(readOrganisation, {});
  const mayUpdate = useMay()(updateOrganisation);
  useEffect(() => {
    if (error !== null) console.error(error);
  }, [error]);
  if (data !== undefined) return props.children(data, !mayUpdate);
  if (error === null) return <SkeletonTable rows={4} columns={2} rowHeight={80} />;
  return <ReadAgain busy={isFetching} read={refetch} />;
}

export const TEXT_LENGTH = {
  name: MAX_LENGTH.organisationName,
  address: MAX_LENGTH.organisationAddress,
  phone: MAX_LENGTH.phone,
  receiptFoot: MAX_LENGTH.receiptFoot,
  howToPayEn: MAX_LENGTH.howToPay,
  howToPayUr: MAX_LENGTH.howToPay,
  reminderEn: MAX_LENGTH.reminderText,
  reminderUr: MAX_LENGTH.reminderText,
} as const;
export type TextName = keyof typeof TEXT_LENGTH;

/** The fields as they are typed or chosen. */
interface Values extends Record<TextName, string> {
  language: Language;
  methods: PaymentMethod[];
  dueDays: string;
  remindSteps: string;
  remindMinimum: string;
  /** a version, or base64 of another picture; null: none */
  logo: string | null;
  payPicture: string | null;
}
type Field = keyof Values;
/** What is on or off by itself. */
type Switched = 'dueDays' | 'remindSteps';

/** The fields as the server compares them: a picture by its version. */
const shownOf = ({ logoVersion: logo, payPictureVersion: payPicture, ...others }: Organisation) =>
  ({ ...others, logo, payPicture }) as const;

const valuesOf = (stored: Organisation): Values => ({
  ...shownOf(stored),
  dueDays: String(stored.dueDays ?? ''),
  remindSteps: stored.remindSteps?.join(', ') ?? '',
  remindMinimum: stored.remindMinimum === 0 ? '' : typedAmount(stored.remindMinimum),
});

const text = (field: TextName) => (typed: string) => {
  const kept = normalizedText(typed);
  return kept.length > TEXT_LENGTH[field] || unknownIn(field, kept) ? undefined : kept;
};
const unknownIn = (field: TextName, kept: string): boolean =>
  (field === 'reminderEn' || field === 'reminderUr') && unknownPlaceholders(kept).length > 0;

/** Each field as it is sent; undefined if it cannot be, of which the field says why. */
const READ: { readonly [F in Field]: (value: Values[F]) => Changes[F] | undefined } = {
  name: text('name'),
  address: text('address'),
  phone: text('phone'),
  receiptFoot: text('receiptFoot'),
  howToPayEn: text('howToPayEn'),
  howToPayUr: text('howToPayUr'),
  reminderEn: text('reminderEn'),
  reminderUr: text('reminderUr'),
  language: (language) => language,
  methods: (methods) => methods,
  dueDays: (typed) => parseDueDays(typed) ?? undefined,
  remindSteps: (typed) => parseSteps(typed) ?? undefined,
  remindMinimum: (typed) => {
    const amount = typed.trim() === '' ? 0 : parseAmount(typed);
    return amount ?? undefined;
  },
  logo: (picture) => picture,
  payPicture: (picture) => picture,
};
const FIELDS = Object.keys(READ) as readonly Field[];

/** Compared as they are sent. */
const sentAs = <F extends Field>(field: F, value: Values[F]): string => JSON.stringify(READ[field](value)) ?? '';

const KEY = readKey(readOrganisation, {});

export interface OrganisationForm extends RecordForm<Values> {
  base: Values;
  isOn: (field: Switched) => boolean;
  /** Saves a switch. */
  put: (changes: Pick<Changes, Switched>) => void;
  isWrong: (field: Field) => boolean;
  /** Something was changed, which may be wrong. */
  isChanged: boolean;
  saveChanges: () => void;
}

/** `card`: names its draft. */
export function useOrganisationForm(stored: Organisation, card: string): OrganisationForm {
  const { t } = useTexts();
  const draftName = `settings.${card}`;
  const submission = useSubmission(updateOrganisation, {
    name: draftName,
    onSuccess: async (saved, { input: { body: sent = {} } }) => {
      await queryClient.cancelQueries({ queryKey: KEY });
      queryClient.setQueryData<Organisation>(KEY, (now) => now && { ...now, ...saved });
      // The session has the name, for what is printed.
      if (sent.name !== undefined) void refetchSession();
      toast.success(t('settings.saved'), { title: t('settings.savedTitle'), id: 'organisation' });
    },
    complain: useTellIfLeft((error) => t('settings.failed', { reason: reasonOf(error, t) }), { id: 'organisation' }),
  });
  const base = valuesOf(stored);
  const form = useRecordForm<Values>({ base, draftName, submission, onClose: () => undefined });
  const { values } = form;
  const [switching, setSwitching] = useState<Pick<Changes, Switched>>({});
  const changed = FIELDS.filter(
    (field) =>
      sentAs(field, values[field]) !== sentAs(field, base[field]) &&
      // What was typed for something that another window has switched off.
      !((field === 'dueDays' || field === 'remindSteps') && stored[field] === null),
  );
  const send = (changes: Changes): Promise<void> =>
    form.attempt(async () => {
      const fields = Object.keys(changes) as Field[];
      const shown = shownOf(stored);
      const before = Object.fromEntries(fields.map((field) => [field, shown[field]]));
      await submission.send({ body: { ...changes, shown: before } });
      return fields;
    });
  return {
    ...form,
    base,
    isOn: (field) => (switching[field] === undefined ? stored[field] : switching[field]) !== null,
    put: (changes) => {
      if (form.busy) return;
      setSwitching(changes);
      void send(changes).finally(() => setSwitching({}));
    },
    isWrong: (field) => changed.includes(field) && sentAs(field, values[field]) === '',
    isChanged: changed.length > 0,
    saveChanges: () => {
      if (changed.length > 0)
        void send(Object.fromEntries(changed.map((field) => [field, READ[field](values[field] as never)])));
    },
  };
}

interface SettingsFormProps {
  form: OrganisationForm;
  readOnly: boolean;
  /** the switch above the fields */
  head?: ReactNode;
  /** nothing if there is nothing to type or choose */
  children: ReactNode;
}

export function SettingsForm({ form, readOnly, head, children }: SettingsFormProps): JSX.Element {
  const { t } = useTexts();
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (FIELDS.some(form.isWrong)) leadToWrong(event.currentTarget, {});
    else form.saveChanges();
  };
  const problem = form.error === null ? null : t('settings.failed', { reason: reasonOf(form.error, t) });
  return (
    <form ref={form.ref} onSubmit={submit} noValidate>
      {head}
      <Stack
        gap={16}
        px="var(--app-edge)"
        pt={head && children ? 8 : 0}
        pb={children || problem !== null ? 'var(--app-edge)' : 0}
      >
        {form.restored && <RestoredNotice text={t('common.form.restored')} busy={form.busy} onDiscard={form.discard} />}
        <fieldset disabled={readOnly} className={classes['fields']}>
          <Stack gap={16}>{children}</Stack>
        </fieldset>
        <FormProblem problem={problem} />
        {!readOnly && children && (
          <Button type="submit" {...busyButton(!form.isChanged)} loading={form.busy} style={{ alignSelf: 'start' }}>
            {t('settings.save')}
          </Button>
        )}
      </Stack>
    </form>
  );
}

// A picture of the organisation, its logo or its payment QR code: chosen, replaced or removed; saved with its form.

interface PictureFieldProps {
  form: OrganisationForm;
  field: 'logo' | 'payPicture';
  /** `picture`: the description for screen readers */
  texts: { label: string; hint: string; picture: string; choose: string };
  /** the address of the stored picture, null if there is none */
  stored: string | null;
  readOnly: boolean;
}

/** People who cannot choose a picture see only the stored one, if any. */
export function PictureField({ form, field, texts, stored, readOnly }: PictureFieldProps): JSX.Element | null {
  const { t } = useTexts();
  if (readOnly && stored === null) return null;
  const chosen = form.values[field];
  return (
    <PictureInput
      words={{
        ...texts,
        hint: field in form.elsewhere ? t('settings.organisation.logo.elsewhere') : texts.hint,
        replace: t('settings.organisation.logo.replace'),
        remove: t('settings.organisation.logo.remove'),
      }}
      shown={chosen === null ? null : chosen === form.base[field] ? stored : pictureAddress(chosen)}
      accept="image/png,image/jpeg"
      // The server says "logo" of either.
      refused={form.error === null ? undefined : form.problems.logo}
      readOnly={readOnly}
      read={async (file) => {
        const found = await readLogoFile(file);
        if ('picture' in found) return found;
        const { problem } = found;
        if (problem === 'broken') return { problem: t('settings.organisation.logo.broken') };
        return { problem: serverText('errors', problem) ?? LOGO_REFUSALS[problem] };
      }}
      onChoose={(picture) => form.change(field, picture)}
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
