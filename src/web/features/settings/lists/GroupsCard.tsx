// The organisation's list of groups, in the order in which they are offered.
import type { JSX } from 'react';
import {
  addGroup,
  deleteGroup,
  type GroupForm,
  type ListedGroup,
  listGroups,
  moveGroup,
  updateGroup,
} from '../../../../contract/settings/groups.ts';
import { queryClient, useRead, useWrite } from '../../../api/hooks.ts';
import { useSubmission } from '../../../api/sending/submissions.ts';
import { useTexts } from '../../../messages/index.ts';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { changedParts } from '../../../ui/forms/record-changes.ts';
import { groupText } from '../../../messages/formats.ts';
import { type ItemForm, ItemDialog } from './ItemDialog.tsx';
import { type ItemDialogOf, ListCard } from './ListCard.tsx';

/** The live feed would also do this, a moment later. */
const readAgain = (): void => void queryClient.invalidateQueries({ queryKey: [listGroups.id] });

function useFailed(): (error: Parameters<typeof reasonOf>[0], id: string) => void {
  const { t } = useTexts();
  return (error, id) => toast.error(t('settings.types.failed', { reason: reasonOf(error, t) }), { id });
}

export function GroupsCard({ here }: { here: string }): JSX.Element {
  const { t } = useTexts();
  const failed = useFailed();
  const onError = (error: Parameters<typeof failed>[0]): void => failed(error, 'groups');
  // Each press counts: quick ones are sent one after the other.
  const move = useWrite(moveGroup, { scope: moveGroup.id, onSuccess: readAgain, onError });
  const remove = useSubmission(deleteGroup, {
    name: 'groups.delete',
    subjectOf: ({ params }) => params.groupId,
    onSuccess: () => {
      readAgain();
      toast.success(t('settings.groups.deleted'));
    },
    onError,
  });
  return (
    <ListCard
      of="groups"
      here={here}
      list={useRead(listGroups, {})}
      changes={updateGroup}
      nameOf={groupText}
      renderAbout={({ memberCount }) => t('settings.groups.members', { count: memberCount })}
      isUsed={({ memberCount }) => memberCount > 0}
      onMove={(groupId, direction) => move.mutate({ input: { params: { groupId }, body: { direction } } })}
      onDelete={(groupId) => void remove.send({ params: { groupId } }).catch(() => undefined)}
      Dialog={GroupDialog}
    />
  );
}

const EMPTY: GroupForm = { name: '', urduName: '', active: true };

const bodyOf = ({ name, urduName, active }: ItemForm): GroupForm => ({ name, urduName, active });

function GroupDialog({ item, ...dialog }: ItemDialogOf<ListedGroup>): JSX.Element {
  return item === null ? <AddGroup {...dialog} /> : <EditGroup {...dialog} group={item} />;
}

type DialogProps = Omit<ItemDialogOf<ListedGroup>, 'item'>;

function AddGroup(dialog: DialogProps): JSX.Element {
  const { t } = useTexts();
  const failed = useFailed();
  const name = 'groups.add';
  const submission = useSubmission(addGroup, {
    name,
    onSuccess: () => {
      readAgain();
      toast.success(t('settings.groups.added'));
    },
    complain: (error) => failed(error, name),
  });
  return (
    <ItemDialog
      {...dialog}
      of="groups"
      title={t('settings.groups.add')}
      base={EMPTY}
      draftName={name}
      submission={submission}
      send={(form) => submission.send({ body: bodyOf(form) })}
    />
  );
}

function EditGroup({ group, ...dialog }: DialogProps & { group: ListedGroup }): JSX.Element {
  const { t } = useTexts();
  const failed = useFailed();
  const draftName = `groups.edit.${group.id}`;
  const saySaved = (): string => toast.success(t('settings.groups.changed'));
  const submission = useSubmission(updateGroup, {
    name: draftName,
    onSuccess: () => {
      readAgain();
      saySaved();
    },
    complain: (error) => failed(error, draftName),
  });
  const { name, urduName, active } = group;
  const current = { name, urduName, active };
  return (
    <ItemDialog
      {...dialog}
      of="groups"
      title={t('settings.groups.editTitle')}
      base={current}
      draftName={draftName}
      submission={submission}
      send={async (form) => {
        const body = changedParts(bodyOf(form), current, current);
        if (body === null) saySaved();
        else await submission.send({ params: { groupId: group.id }, body });
      }}
    />
  );
}
