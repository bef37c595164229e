// A list that the organisation keeps, fine types or groups, in the order in which they are offered.
import { Button, Group, Stack, Text } from '@mantine/core';
import { type JSX, useEffect, useState } from 'react';
import { exportTypes } from '../../../../contract/exports.ts';
import type { CallError } from '../../../api/call.ts';
import { useRead, useWrite } from '../../../api/hooks.ts';
import { useSubmission } from '../../../api/sending/submissions.ts';
import { useMay } from '../../../api/session.ts';
import { typeText } from '../../../messages/fine-types.ts';
import { groupText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { More } from '../../../ui/controls/more/More.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { Badge, EmptyState } from '../../../ui/feedback/status.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { SkeletonTable, useExport } from '../../../ui/lists/list-tools.tsx';
import { RowActions } from '../../../ui/lists/table/row-parts.tsx';
import { Money } from '../../../ui/money/money.tsx';
import classes from '../settings.module.css';
import { ReadAgain, SettingsCard } from '../settings-parts.tsx';
import { type Item, ItemDialog, type ListName, LISTS, readAgain, useFailed } from './ItemDialog.tsx';

export function ListCard({ of, here }: { of: ListName; here: string }): JSX.Element {
  const { t } = useTexts();
  const { name, list, change, move, remove } = LISTS[of];
  const { data, error, isFetching, refetch } = useRead(list, {});
  const mayChange = useMay()(change);
  const file = useExport(exportTypes, {});
  const failed = useFailed();
  const onError = (failure: CallError): void => failed(failure, name);
  // Each press counts: quick ones are sent one after the other.
  const moving = useWrite(move, { scope: move.id, onSuccess: () => readAgain(of), onError });
  const removing = useSubmission(remove, {
    name: `${name}.delete`,
    subjectOf: ({ params }) => params.id,
    onSuccess: () => {
      readAgain(of);
      toast.success(t(`settings.${of}.deleted`));
    },
    onError,
  });
  const onMove = (id: string, direction: 'up' | 'down'): void =>
    moving.mutate({ input: { params: { id }, body: { direction } } });
  const [adding, setAdding] = useState(false);
  const [edited, setEdited] = useState<Item | null>(null);
  const [editing, setEditing] = useState(false);
  const [asked, setAsked] = useState<Item | null>(null);

  useEffect(() => {
    if (error !== null) console.error(error);
  }, [error]);

  const items: readonly Item[] = data?.items ?? [];
  return (
    <SettingsCard
      part={of}
      here={here}
      title={t(`settings.${of}.title`)}
      actions={
        <Group gap={8} wrap="nowrap" ms="auto">
          <More label={t('common.moreOf', { of: t(`settings.${of}.title`) })} entries={[of === 'types' && file]} />
          {mayChange && (
            <Button px={12} data-autofocus={of === 'types' || undefined} onClick={() => setAdding(true)}>
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
              <Group gap="8px 16px" py={8} px="var(--app-edge)" wrap="nowrap">
                <Stack flex={1} miw={0} gap={2} align="start">
                  <Group gap="0 12px" align="baseline">
                    <strong dir="auto">{item.name}</strong>
                    {item.urduName === '' ? null : <span dir="auto">{item.urduName}</span>}
                  </Group>
                  <Text span c="dimmed" fz="sm">
                    <About item={item} />
                    {item.active ? null : <Badge tone="quiet">{t('settings.types.inactive')}</Badge>}
                  </Text>
                </Stack>
                {mayChange && (
                  <RowActions
                    named={(action) => t('settings.types.action', { action, name: nameOf(item) })}
                    actions={[
                      {
                        label: t('settings.types.change'),
                        opensDialog: true,
                        folds: true,
                        onClick: () => {
                          setEdited(item);
                          setEditing(true);
                        },
                      },
                    ]}
                    more={[
                      index > 0 && { label: t('settings.types.up'), onClick: () => onMove(item.id, 'up') },
                      index < items.length - 1 && {
                        label: t('settings.types.down'),
                        onClick: () => onMove(item.id, 'down'),
                      },
                      !isUsed(item) && {
                        label: t('settings.types.delete'),
                        danger: true,
                        onClick: () => setAsked(item),
                      },
                    ]}
                  />
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
      <ItemDialog of={of} opened={adding} item={null} onClose={() => setAdding(false)} />
      {edited === null ? null : (
        <ItemDialog
          of={of}
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
        confirmLabel={t('settings.types.delete')}
        onConfirm={() => {
          if (asked !== null) void removing.send({ params: { id: asked.id } }).catch(() => undefined);
          setAsked(null);
        }}
        onClose={() => setAsked(null)}
      />
    </SettingsCard>
  );
}

/** What the language of the page calls it. */
const nameOf = (item: Item): string => ('memberCount' in item ? groupText(item) : typeText(item.name));

const isUsed = (item: Item): boolean => ('memberCount' in item ? item.memberCount : item.useCount) > 0;

function About({ item }: { item: Item }): JSX.Element {
  const { t } = useTexts();
  if ('memberCount' in item) return <>{t('settings.groups.members', { count: item.memberCount })}</>;
  const { amount, useCount } = item;
  return (
    <>
      {amount === null ? t('settings.types.noAmount') : <Money paisa={amount} format="rs" />}
      {' · '}
      {t('settings.types.used', { count: useCount })}
    </>
  );
}
