// Shown in place of the fines: there are none, or no user has the id in the address.
import { Button } from '@mantine/core';
import { IconReceiptOff, IconUserOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../../messages/index.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import type { FinesView } from '../useFinesView.ts';

/** `onAdd`: null for those who may not add fines. */
export function NoFines({ view, onAdd }: { view: FinesView; onAdd: (() => void) | null }): ReactNode {
  const { t } = useTexts();
  // Only when there is no fine at all, not when a filter hides them.
  const isAll = view.userId === undefined && view.status === 'all' && view.search.trim() === '';
  return (
    <EmptyState
      icon={<IconReceiptOff size={32} />}
      title={t('fines.table.empty')}
      // Otherwise somebody who searches for a name would think that this person has no fines.
      {...(view.search.trim() !== '' && {
        text: t(view.ofPerson ? 'fines.table.searched' : 'fines.table.searchedAll'),
      })}
      {...(onAdd !== null &&
        isAll && {
          action: (
            <Button variant="default" onClick={onAdd}>
              {t('fines.addFirst')}
            </Button>
          ),
        })}
      {...(view.search.trim() !== '' && {
        action: (
          <Button variant="default" onClick={() => view.showSearch('')}>
            {t('common.search.clear')}
          </Button>
        ),
      })}
    />
  );
}

export function UnknownUser({ view }: { view: FinesView }): ReactNode {
  const { t } = useTexts();
  return (
    <EmptyState
      icon={<IconUserOff size={32} />}
      title={t('fines.failed.unknownUser', { id: view.userId ?? '' })}
      action={
        <Button variant="default" onClick={() => view.showUser(undefined)}>
          {t('fines.failed.showAll')}
        </Button>
      }
    />
  );
}
