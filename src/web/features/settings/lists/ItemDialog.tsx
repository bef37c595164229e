// The form of a fine type or a group in its list, for adding and for changing one.
import { Switch, TextInput } from '@mantine/core';
import type { JSX } from 'react';
import { MAX_LENGTH } from '../../../../core/limits.ts';
import { type Paisa, parseAmount } from '../../../../core/money/money.ts';
import { useTexts } from '../../../messages/index.ts';
import { AmountInput } from '../../../ui/forms/fields/AmountInput.tsx';
import { useTooLong, BELOW } from '../../../ui/forms/fields/checks.ts';
import { typedAmount } from '../../../ui/forms/fields/typed-amount.ts';
import { FormSheet, savedElsewhere } from '../../../ui/forms/FormSheet.tsx';
import { type FormSubmission, useRecordForm } from '../../../ui/forms/record-form.ts';

export interface ItemForm {
  name: string;
  urduName: string;
  /** null if it is typed each time; missing in a list without amounts */
  amount?: Paisa | null;
  active: boolean;
}

interface ItemDialogProps {
  of: 'types' | 'groups';
  opened: boolean;
  onClose: () => void;
  title: string;
  base: ItemForm;
  draftName: string;
  submission: FormSubmission;
  send: (form: ItemForm) => Promise<unknown>;
}

export function ItemDialog(props: ItemDialogProps): JSX.Element {
  const { of, opened, onClose, title, base, draftName, submission, send } = props;
  const { t } = useTexts();
  const tooLong = useTooLong();
  const hasAmount = base.amount !== undefined;
  const form = useRecordForm({
    /** the amount as typed */
    base: { ...base, amount: typeof base.amount === 'number' ? typedAmount(base.amount) : '' },
    draftName,
    submission,
    onClose,
  });
  const { values, problems, elsewhere } = form;
  const most = { types: MAX_LENGTH.fineType, groups: MAX_LENGTH.groupName }[of];

  const submit = (): void => {
    const amount = values.amount.trim() === '' ? null : parseAmount(values.amount);
    const name = values.name.trim();
    const urduName = values.urduName.trim();
    const wrong = {
      ...(name === '' && { name: t('settings.types.nameMissing') }),
      ...(values.amount.trim() !== '' && amount === null && { amount: t('common.amount.invalid') }),
    };
    const isTooLong = [name, urduName].some((text) => tooLong(text, most) !== null);
    form.showProblems(wrong);
    if (Object.keys(wrong).length > 0 || isTooLong) return;
    const { active } = values;
    void form.save(() => send({ name, urduName, ...(hasAmount && { amount }), active }));
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
        error={problems.name ?? tooLong(values.name, most)}
        onChange={(event) => form.change('name', event.currentTarget.value)}
      />
      <TextInput
        label={t('settings.types.urduName')}
        description={savedElsewhere(elsewhere.urduName, t)}
        inputWrapperOrder={BELOW}
        autoComplete="off"
        value={values.urduName}
        error={problems.urduName ?? tooLong(values.urduName, most)}
        onChange={(event) => form.change('urduName', event.currentTarget.value)}
      />
      {hasAmount && (
        <AmountInput
          label={t('settings.types.amount')}
          description={savedElsewhere(elsewhere.amount, t)}
          value={values.amount}
          error={problems.amount}
          onChange={(amount) => form.change('amount', amount)}
        />
      )}
      <Switch
        label={t(`settings.${of}.active`)}
        checked={values.active}
        onChange={(event) => form.change('active', event.currentTarget.checked)}
      />
    </FormSheet>
  );
}
