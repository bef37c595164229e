// A list that the organisation keeps in its own order, such as that of fine types.
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPencil, IconTrash } from '@tabler/icons-react';
import { type JSX, type ReactNode, useEffect, useState } from 'react';
import type { Operation } from '../../../../contract/operation.ts';
import { useMay } from '../../../api/session.ts';
import { useTexts } from '../../../messages/index.ts';
import { busyButton, IconAction } from '../../../ui/controls/buttons.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { Badge, EmptyState } from '../../../ui/feedback/status.tsx';
import { SkeletonTable } from '../../../ui/lists/list-tools.tsx';
import classes from '../settings.module.css';
import { ReadAgain, SettingsCard } from '../settings-parts.tsx';

interface Item {
  id: string;
  name: string;
  urduName: string;
  active: boolean;
}

export interface ItemDialogOf<I> {
  opened: boolean;
  /** null: a new one */
  item: I | null;
  onClose: () => void;
}

interface ListCardProps<I extends Item> {
  of: 'types' | 'groups';
  here: string;
  /** of `useRead` */
  list: { data: { items: I[] } | undefined; error: unknown; isFetching: boolean; refetch: () => unknown };
  /** changes an item */
  changes: Operation;
  exporting?: ReactNode;
  /** what the language of the page calls it */
  nameOf: (item: I) => string;
  /** below its names */
  renderAbout: (item: I) => ReactNode;
  isUsed: (item: I) => boolean;
  onMove: (id: string, direction: 'up' | 'down') => void;
  onDelete: (id: string) => void;
  Dialog: (props: ItemDialogOf<I>) => JSX.Element;
}

export function ListCard<I extends Item>(props: ListCardProps<I>): JSX.Element {
  const { of, here, list, changes, exporting, nameOf, renderAbout, isUsed, onMove, onDelete, Dialog } = props;
  const { t } = useTexts();
  const { data, error, isFetching, refetch } = list;
  const mayChange = useMay()(changes);
  const [adding, setAdding] = useState(false);
  const [edited, setEdited] = useState<I | null>(null);
  const [editing, setEditing] = useState(false);
  const [asked, setAsked] = useState<I | null>(null);

  useEffect(() => {
    if (error !== null) console.error(error);
  }, [error]);

  const items = data?.items ?? [];
  return (
    <SettingsCard
      part={of}
      here={here}
      title={t(`settings.${of}.title`)}
      actions={
        <Group align="stretch" gap={8}>
          {exporting}
          {mayChange && (
            <Button data-autofocus={of === 'types' || undefined} onClick={() => setAdding(true)}>
              {t(`settings.${of}.add`)}
            </Button>
          )}
        </Group>
      }
    >
      {data !== undefined ? (
        <ul className={classes['rows']}>
          {items.map((item, index) => (
            <li key={item.id}>
              <Group gap="8px 16px" py={12} px="var(--app-edge)">
                <Stack flex="1 1 200px" miw={0} gap={2} align="start">
                  <strong dir="auto">{item.name}</strong>
                  {item.urduName === '' ? null : <span dir="auto">{item.urduName}</span>}
                  <Text span c="dimmed" fz="sm">
                    {renderAbout(item)}
                    {item.active ? null : <Badge tone="quiet">{t('settings.types.inactive')}</Badge>}
                  </Text>
                </Stack>
                {mayChange && (
                  <Group align="stretch" gap={4} wrap="nowrap" ms="auto">
                    <IconAction
                      label={t('settings.types.up', { name: nameOf(item) })}
                      {...busyButton(index === 0)}
                      onClick={() => index > 0 && onMove(item.id, 'up')}
                      icon={<IconArrowUp size={18} />}
                    />
                    <IconAction
                      label={t('settings.types.down', { name: nameOf(item) })}
                      {...busyButton(index === items.length - 1)}
                      onClick={() => index < items.length - 1 && onMove(item.id, 'down')}
                      icon={<IconArrowDown size={18} />}
                    />
                    <IconAction
                      label={t('settings.types.edit', { name: nameOf(item) })}
                      onClick={() => {
                        setEdited(item);
                        setEditing(true);
                      }}
                      icon={<IconPencil size={18} />}
                    />
                    <IconAction
                      label={t('settings.types.delete', { name: nameOf(item) })}
                      disabled={isUsed(item)}
                      onClick={() => setAsked(item)}
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
        <EmptyState title={t(mayChange ? `settings.${of}.none` : `settings.${of}.noneToRead`)} />
      ) : null}
      <Dialog opened={adding} item={null} onClose={() => setAdding(false)} />
      {edited === null ? null : (
        <Dialog
          key={edited.id}
          opened={editing}
          // As it is now; other windows may be changing it as well.
          item={items.find(({ id }) => id === edited.id) ?? edited}
          onClose={() => setEditing(false)}
        />
      )}
      <ConfirmDialog
        opened={asked !== null}
        danger
        title={t(`settings.${of}.deleteTitle`)}
        message={t(`settings.${of}.deleteQuestion`, { name: asked === null ? '' : nameOf(asked) })}
        confirmLabel={t('settings.types.deleteConfirm')}
        onConfirm={() => {
          if (asked !== null) onDelete(asked.id);
          setAsked(null);
        }}
        onClose={() => setAsked(null)}
      />
    </SettingsCard>
  );
}
