// The organisation's list of fine types, in the order in which they are offered.
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPencil, IconTrash } from '@tabler/icons-react';
import { type JSX, useEffect, useState } from 'react';
import { exportTypes } from '../../../../contract/exports.ts';
import {
  type ListedFineType,
  deleteType,
  listTypes,
  moveType,
  updateType,
} from '../../../../contract/fines/fine-types.ts';
import { queryClient, useRead, useWrite } from '../../../api/hooks.ts';
import { useSubmission } from '../../../api/sending/submissions.ts';
import { typeText } from '../../../messages/fine-types.ts';
import { useTexts } from '../../../messages/index.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { Badge, EmptyState } from '../../../ui/feedback/status.tsx';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { ExportButton, SkeletonTable } from '../../../ui/lists/list-tools.tsx';
import { busyButton, IconAction } from '../../../ui/controls/buttons.tsx';
import { Money } from '../../../ui/money/money.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { AddFineType, EditFineType } from './FineTypeDialog.tsx';
import { ReadAgain, SettingsCard } from '../settings-parts.tsx';
import classes from '../settings.module.css';
import { useMay } from '../../../api/session.ts';

/** The live feed would also do this, a moment later. */
const readAgain = (): void => void queryClient.invalidateQueries({ queryKey: [listTypes.id] });

export function FineTypesCard({ here }: { here: string }): JSX.Element {
  const { t } = useTexts();
  const { data, error, isFetching, refetch } = useRead(listTypes, {});
  const mayChange = useMay()(updateType);
  const [adding, setAdding] = useState(false);
  const [edited, setEdited] = useState<ListedFineType | null>(null);
  const [editing, setEditing] = useState(false);
  const [asked, setAsked] = useState<ListedFineType | null>(null);
  const onError = (failure: Parameters<typeof reasonOf>[0]): void => {
    toast.error(t('settings.types.failed', { reason: reasonOf(failure, t) }), { id: 'fine-types' });
  };
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

  useEffect(() => {
    if (error !== null) console.error(error);
  }, [error]);

  const items = data?.items ?? [];
  const moveTo = (typeId: string, direction: 'up' | 'down'): void =>
    move.mutate({ input: { params: { typeId }, body: { direction } } });
  return (
    <SettingsCard
      part="types"
      here={here}
      title={t('settings.types.title')}
      actions={
        <Group align="stretch" gap={8}>
          <ExportButton of={exportTypes} input={{}} />
          {mayChange && (
            <Button data-autofocus onClick={() => setAdding(true)}>
              {t('settings.types.add')}
            </Button>
          )}
        </Group>
      }
    >
      {data !== undefined ? (
        <ul className={classes['rows']}>
          {items.map((type, index) => (
            <li key={type.id}>
              <Group gap="8px 16px" py={12} px="var(--app-edge)">
                <Stack flex="1 1 200px" miw={0} gap={2} align="start">
                  <strong dir="auto">{type.name}</strong>
                  {type.urduName === '' ? null : <span dir="auto">{type.urduName}</span>}
                  <Text span c="dimmed" fz="sm">
                    {type.amount === null ? t('settings.types.noAmount') : <Money paisa={type.amount} format="rs" />}
                    {' · '}
                    {t('settings.types.used', { count: type.useCount })}
                    {type.active ? null : <Badge tone="quiet">{t('settings.types.inactive')}</Badge>}
                  </Text>
                </Stack>
                {mayChange && (
                  <Group align="stretch" gap={4} wrap="nowrap" ms="auto">
                    <IconAction
                      label={t('settings.types.up', { name: typeText(type.name) })}
                      {...busyButton(index === 0)}
                      onClick={() => index > 0 && moveTo(type.id, 'up')}
                      icon={<IconArrowUp size={18} />}
                    />
                    <IconAction
                      label={t('settings.types.down', { name: typeText(type.name) })}
                      {...busyButton(index === items.length - 1)}
                      onClick={() => index < items.length - 1 && moveTo(type.id, 'down')}
                      icon={<IconArrowDown size={18} />}
                    />
                    <IconAction
                      label={t('settings.types.edit', { name: typeText(type.name) })}
                      onClick={() => {
                        setEdited(type);
                        setEditing(true);
                      }}
                      icon={<IconPencil size={18} />}
                    />
                    <IconAction
                      label={t('settings.types.delete', { name: typeText(type.name) })}
                      disabled={type.useCount > 0}
                      onClick={() => setAsked(type)}
                      icon={<IconTrash size={18} />}
                    />
                  </Group>
                )}
              </Group>
            </li>
          ))}
        </ul>
      ) : error === null ? (
        <SkeletonTable rows={3} columns={2} rowHeight={64} />
      ) : (
        <ReadAgain busy={isFetching} read={refetch} />
      )}
      {data?.items.length === 0 ? (
        <EmptyState title={t(mayChange ? 'settings.types.none' : 'settings.types.noneToRead')} />
      ) : null}
      <AddFineType opened={adding} onSaved={readAgain} onClose={() => setAdding(false)} />
      {edited === null ? null : (
        <EditFineType
          key={edited.id}
          opened={editing}
          type={items.find(({ id }) => id === edited.id) ?? edited}
          onSaved={readAgain}
          onClose={() => setEditing(false)}
        />
      )}
      <ConfirmDialog
        opened={asked !== null}
        danger
        title={t('settings.types.deleteTitle')}
        message={t('settings.types.deleteQuestion', { name: typeText(asked?.name ?? '') })}
        confirmLabel={t('settings.types.deleteConfirm')}
        onConfirm={() => {
          if (asked !== null) remove.send({ params: { typeId: asked.id } }).catch(() => undefined);
          setAsked(null);
        }}
        onClose={() => setAsked(null)}
      />
    </SettingsCard>
  );
}
