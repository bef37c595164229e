// The form of a fine type or a group in its list, for adding and for changing one.
import { Switch, TextInput } from '@mantine/core';
import type { JSX } from 'react';
import { addType, deleteType, listTypes, moveType, updateType } from '../../../../contract/fines/fine-types.ts';
import type { Output } from '../../../../contract/operation.ts';
import { addGroup, deleteGroup, listGroups, moveGroup, updateGroup } from '../../../../contract/settings/groups.ts';
import { MAX_LENGTH } from '../../../../core/limits.ts';
import { type Paisa, parseAmount } from '../../../../core/money/money.ts';
import type { CallError } from '../../../api/call.ts';
import { queryClient } from '../../../api/hooks.ts';
import { useSubmission } from '../../../api/sending/submissions.ts';
import { useTexts } from '../../../messages/index.ts';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { AmountInput } from '../../../ui/forms/fields/AmountInput.tsx';
import { useTooLong, BELOW } from '../../../ui/forms/fields/checks.ts';
import { typedAmount } from '../../../ui/forms/fields/typed-amount.ts';
import { FormSheet, savedElsewhere } from '../../../ui/forms/FormSheet.tsx';
import { changedParts } from '../../../ui/forms/record-changes.ts';
import { useRecordForm } from '../../../ui/forms/record-form.ts';

interface ItemForm {
  name: string;
  urduName: string;
  /** null if it is typed each time; missing in a list without amounts */
  amount?: Paisa | null;
  active: boolean;
}

const EMPTY: ItemForm = { name: '', urduName: '', active: true };

/** What the lists differ in. */
export const LISTS = {
  types: {
    name: 'fine-types',
    list: listTypes,
    add: addType,
    change: updateType,
    move: moveType,
    remove: deleteType,
    empty: { ...EMPTY, amount: null },
    longest: MAX_LENGTH.fineType,
  },
  groups: {
    name: 'groups',
    list: listGroups,
    add: addGroup,
    change: updateGroup,
    move: moveGroup,
    remove: deleteGroup,
    empty: EMPTY,
    longest: MAX_LENGTH.groupName,
  },
};
export type ListName = keyof typeof LISTS;
export type Item = Output<(typeof LISTS)[ListName]['list']>['items'][number];

/** The live feed would also do this, a moment later. */
export const readAgain = (of: ListName): void => void queryClient.invalidateQueries({ queryKey: [LISTS[of].list.id] });

export function useFailed(): (error: CallError, id: string) => void {
  const { t } = useTexts();
  return (error, id) => toast.error(t('settings.types.failed', { reason: reasonOf(error, t) }), { id });
}

interface ItemDialogProps {
  of: ListName;
  /** null: a new one */
  item: Item | null;
  opened: boolean;
  onClose: () => void;
}

export function ItemDialog({ of, item, opened, onClose }: ItemDialogProps): JSX.Element {
  const { name: list, add, change, empty, longest } = LISTS[of];
  const { t } = useTexts();
  const tooLong = useTooLong();
  const failed = useFailed();
  const saySaved = (): string => toast.success(t(`settings.${of}.${item === null ? 'added' : 'changed'}`));
  const sending = (name: string) => ({
    name,
    onSuccess: () => {
      readAgain(of);
      saySaved();
    },
    complain: (error: CallError) => failed(error, name),
  });
  const draftNames = { add: `${list}.add`, change: `${list}.edit.${item?.id ?? ''}` };
  const adding = useSubmission(add, sending(draftNames.add));
  const changing = useSubmission(change, sending(draftNames.change));
  const base = item === null ? empty : formOf(item);
  const form = useRecordForm({
    /** the amount as typed */
    base: { ...base, amount: typeof base.amount === 'number' ? typedAmount(base.amount) : '' },
    draftName: item === null ? draftNames.add : draftNames.change,
    submission: item === null ? adding : changing,
    onClose,
  });
  const { values, problems, elsewhere } = form;
  const hasAmount = base.amount !== undefined;

  const send = async (typed: ItemForm): Promise<void> => {
    if (item === null) return void (await adding.send({ body: typed }));
    const body = changedParts(typed, base, base);
    if (body === null) saySaved();
    else await changing.send({ params: { id: item.id }, body });
  };

  const submit = (): void => {
    const amount = values.amount.trim() === '' ? null : parseAmount(values.amount);
    const name = values.name.trim();
    const urduName = values.urduName.trim();
    const wrong = {
      ...(name === '' && { name: t('settings.types.nameMissing') }),
      ...(values.amount.trim() !== '' && amount === null && { amount: t('common.amount.invalid') }),
    };
    const isTooLong = [name, urduName].some((text) => tooLong(text, longest) !== null);
    form.showProblems(wrong);
    if (Object.keys(wrong).length > 0 || isTooLong) return;
    const { active } = values;
    void form.save(() => send({ name, urduName, ...(hasAmount && { amount }), active }));
  };

  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title={t(`settings.${of}.${item === null ? 'add' : 'editTitle'}`)}
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
        error={problems.name ?? tooLong(values.name, longest)}
        onChange={(event) => form.change('name', event.currentTarget.value)}
      />
      <TextInput
        label={t('settings.types.urduName')}
        description={savedElsewhere(elsewhere.urduName, t)}
        inputWrapperOrder={BELOW}
        autoComplete="off"
        value={values.urduName}
        error={problems.urduName ?? tooLong(values.urduName, longest)}
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

const formOf = ({ name, urduName, active, ...item }: Item): ItemForm => ({
  name,
  urduName,
  ...('amount' in item && { amount: item.amount }),
  active,
});
