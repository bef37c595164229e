// The organisation's list of fine types, in the order in which they are offered.
import type { JSX } from 'react';
import { exportTypes } from '../../../../contract/exports.ts';
import {
  addType,
  deleteType,
  type ListedFineType,
  listTypes,
  moveType,
  updateType,
} from '../../../../contract/fines/fine-types.ts';
import { queryClient, useRead, useWrite } from '../../../api/hooks.ts';
import { useSubmission } from '../../../api/sending/submissions.ts';
import { typeText } from '../../../messages/fine-types.ts';
import { useTexts } from '../../../messages/index.ts';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { changedParts } from '../../../ui/forms/record-changes.ts';
import { ExportButton } from '../../../ui/lists/list-tools.tsx';
import { Money } from '../../../ui/money/money.tsx';
import { type ItemForm, ItemDialog } from './ItemDialog.tsx';
import { type ItemDialogOf, ListCard } from './ListCard.tsx';

/** The live feed would also do this, a moment later. */
const readAgain = (): void => void queryClient.invalidateQueries({ queryKey: [listTypes.id] });

function useFailed(): (error: Parameters<typeof reasonOf>[0], id: string) => void {
  const { t } = useTexts();
  return (error, id) => toast.error(t('settings.types.failed', { reason: reasonOf(error, t) }), { id });
}

export function FineTypesCard({ here }: { here: string }): JSX.Element {
  const { t } = useTexts();
  const failed = useFailed();
  const onError = (error: Parameters<typeof failed>[0]): void => failed(error, 'fine-types');
  // Each press counts: quick ones are sent one after the other.
  const move = useWrite(moveType, { scope: moveType.id, onSuccess: readAgain, onError });
  const remove = useSubmission(deleteType, {
    name: 'fine-types.delete',
    subjectOf: ({ params }) => params.typeId,
    onSuccess: () => {
      readAgain();
      toast.success(t('settings.types.deleted'));
    },
    onError,
  });
  return (
    <ListCard
      of="types"
      here={here}
      list={useRead(listTypes, {})}
      changes={updateType}
      exporting={<ExportButton of={exportTypes} input={{}} />}
      nameOf={({ name }) => typeText(name)}
      renderAbout={({ amount, useCount }) => (
        <>
          {amount === null ? t('settings.types.noAmount') : <Money paisa={amount} format="rs" />}
          {' · '}
          {t('settings.types.used', { count: useCount })}
        </>
      )}
      isUsed={({ useCount }) => useCount > 0}
      onMove={(typeId, direction) => move.mutate({ input: { params: { typeId }, body: { direction } } })}
      onDelete={(typeId) => void remove.send({ params: { typeId } }).catch(() => undefined)}
      Dialog={FineTypeDialog}
    />
  );
}

const EMPTY: ItemForm = { name: '', urduName: '', amount: null, active: true };

const bodyOf = ({ amount = null, ...form }: ItemForm) => ({ ...form, amount });

function FineTypeDialog({ item, ...dialog }: ItemDialogOf<ListedFineType>): JSX.Element {
  return item === null ? <AddFineType {...dialog} /> : <EditFineType {...dialog} type={item} />;
}

type DialogProps = Omit<ItemDialogOf<ListedFineType>, 'item'>;

function AddFineType(dialog: DialogProps): JSX.Element {
  const { t } = useTexts();
  const failed = useFailed();
  const name = 'fine-types.add';
  const submission = useSubmission(addType, {
    name,
    onSuccess: () => {
      readAgain();
      toast.success(t('settings.types.added'));
    },
    complain: (error) => failed(error, name),
  });
  return (
    <ItemDialog
      {...dialog}
      of="types"
      title={t('settings.types.add')}
      base={EMPTY}
      draftName={name}
      submission={submission}
      send={(form) => submission.send({ body: bodyOf(form) })}
    />
  );
}

function EditFineType({ type, ...dialog }: DialogProps & { type: ListedFineType }): JSX.Element {
  const { t } = useTexts();
  const failed = useFailed();
  const draftName = `fine-types.edit.${type.id}`;
  const saySaved = (): string => toast.success(t('settings.types.changed'));
  const submission = useSubmission(updateType, {
    name: draftName,
    onSuccess: () => {
      readAgain();
      saySaved();
    },
    complain: (error) => failed(error, draftName),
  });
  const { name, urduName, amount, active } = type;
  const current = { name, urduName, amount, active };
  return (
    <ItemDialog
      {...dialog}
      of="types"
      title={t('settings.types.editTitle')}
      base={current}
      draftName={draftName}
      submission={submission}
      send={async (form) => {
        const body = changedParts(bodyOf(form), current, current);
        if (body === null) saySaved();
        else await submission.send({ params: { typeId: type.id }, body });
      }}
    />
  );
}
