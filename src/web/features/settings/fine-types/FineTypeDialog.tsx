// The form of a fine type in the list, for adding and for changing one.
import { Switch, TextInput } from '@mantine/core';
import type { JSX } from 'react';
import { type FineTypeForm, type ListedFineType, addType, updateType } from '../../../../contract/fines/fine-types.ts';
import { MAX_LENGTH } from '../../../../core/limits.ts';
import { parseAmount } from '../../../../core/money/money.ts';
import { useSubmission } from '../../../api/sending/submissions.ts';
import { type Translate, useTexts } from '../../../messages/index.ts';
import { AmountInput } from '../../../ui/forms/fields/AmountInput.tsx';
import { changedParts } from '../../../ui/forms/record-changes.ts';
import { FormSheet, savedElsewhere } from '../../../ui/forms/FormSheet.tsx';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { useTooLong, BELOW } from '../../../ui/forms/fields/checks.ts';
import { typedAmount } from '../../../ui/forms/fields/typed-amount.ts';
import { type FormSubmission, useRecordForm } from '../../../ui/forms/record-form.ts';

interface Values {
  name: string;
  urduName: string;
  /** as typed */
  amount: string;
  active: boolean;
}

const EMPTY: Values = { name: '', urduName: '', amount: '', active: true };

const sayFailed = (error: unknown, id: string, t: Translate): string =>
  toast.error(t('settings.types.failed', { reason: reasonOf(error, t) }), { id });

interface DialogProps {
  opened: boolean;
  onClose: () => void;
}

interface SavingProps extends DialogProps {
  onSaved: () => void;
}

export function AddFineType({ opened, onSaved, onClose }: SavingProps): JSX.Element {
  const { t } = useTexts();
  const name = 'fine-types.add';
  const submission = useSubmission(addType, {
    name,
    onSuccess: () => {
      onSaved();
      toast.success(t('settings.types.added'));
    },
    complain: (error) => sayFailed(error, name, t),
  });
  return (
    <FineTypeDialog
      opened={opened}
      onClose={onClose}
      title={t('settings.types.add')}
      base={EMPTY}
      draftName={name}
      submission={submission}
      send={(body) => submission.send({ body })}
    />
  );
}

/** `type`: as it is now; other windows may be changing it as well. */
export function EditFineType({ opened, type, onSaved, onClose }: SavingProps & { type: ListedFineType }): JSX.Element {
  const { t } = useTexts();
  const draftName = `fine-types.edit.${type.id}`;
  const submission = useSubmission(updateType, {
    name: draftName,
    onSuccess: () => {
      onSaved();
      saySaved();
    },
    complain: (error) => sayFailed(error, draftName, t),
  });
  const saySaved = (): string => toast.success(t('settings.types.changed'));
  const { name, urduName, amount, active } = type;
  const current = { name, urduName, amount, active };
  return (
    <FineTypeDialog
      opened={opened}
      onClose={onClose}
      title={t('settings.types.editTitle')}
      base={{ ...current, amount: amount === null ? '' : typedAmount(amount) }}
      draftName={draftName}
      submission={submission}
      send={async (form) => {
        const body = changedParts(form, current, current);
        if (body === null) saySaved();
        else await submission.send({ params: { typeId: type.id }, body });
      }}
    />
  );
}

interface FormProps extends DialogProps {
  title: string;
  base: Values;
  draftName: string;
  submission: FormSubmission;
  send: (body: FineTypeForm) => Promise<unknown>;
}

function FineTypeDialog(props: FormProps): JSX.Element {
  const { opened, onClose, title, base, draftName, submission, send } = props;
  const { t } = useTexts();
  const tooLong = useTooLong();
  const form = useRecordForm({ base, draftName, submission, onClose });
  const { values, problems, elsewhere } = form;

  const submit = (): void => {
    const amount = values.amount.trim() === '' ? null : parseAmount(values.amount);
    const name = values.name.trim();
    const urduName = values.urduName.trim();
    const wrong = {
      ...(name === '' && { name: t('settings.types.nameMissing') }),
      ...(values.amount.trim() !== '' && amount === null && { amount: t('common.amount.invalid') }),
    };
    const isTooLong = [name, urduName].some((text) => tooLong(text, MAX_LENGTH.fineType) !== null);
    form.showProblems(wrong);
    if (Object.keys(wrong).length > 0 || isTooLong) return;
    const { active } = values;
    void form.save(() => send({ name, urduName, amount, active }));
  };

  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title={title}
      saveLabel={t('settings.types.save')}
      form={form}
      onSubmit={submit}
    >
      <TextInput
        label={t('settings.types.name')}
        description={savedElsewhere(elsewhere.name, t)}
        inputWrapperOrder={BELOW}
        required
        data-autofocus
        autoComplete="off"
        value={values.name}
        error={problems.name ?? tooLong(values.name, MAX_LENGTH.fineType)}
        onChange={(event) => form.change('name', event.currentTarget.value)}
      />
      <TextInput
        label={t('settings.types.urduName')}
        description={savedElsewhere(elsewhere.urduName, t)}
        inputWrapperOrder={BELOW}
        autoComplete="off"
        value={values.urduName}
        error={problems.urduName ?? tooLong(values.urduName, MAX_LENGTH.fineType)}
        onChange={(event) => form.change('urduName', event.currentTarget.value)}
      />
      <AmountInput
        label={t('settings.types.amount')}
        description={savedElsewhere(elsewhere.amount, t)}
        value={values.amount}
        error={problems.amount}
        onChange={(amount) => form.change('amount', amount)}
      />
      <Switch
        label={t('settings.types.active')}
        checked={values.active}
        onChange={(event) => form.change('active', event.currentTarget.checked)}
      />
    </FormSheet>
  );
}
