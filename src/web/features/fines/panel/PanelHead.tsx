// Above the fines: the title, the filters, and the button that reads the fines again.
import { Button, Group, Loader } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../../messages/index.ts';
import { busyButton } from '../../../ui/controls/busy-button.ts';
import { SearchBox } from '../../../ui/lists/SearchBox.tsx';
import { UserFilter } from '../../../ui/people/UserFilter.tsx';
import classes from '../fines.module.css';
import type { ShownFines } from '../useFinesList.ts';
import type { FinesView } from '../useFinesView.ts';
import { STATUSES } from '../fines-place.ts';
import { Choices } from '../../../ui/lists/filters/Choices.tsx';
import { PrintedFilters } from '../../../ui/lists/filters/PrintedFilters.tsx';

interface PanelHeadProps {
  /** of the title, which labels the list */
  id: string;
  view: FinesView;
  list: ShownFines;
}

export function PanelHead({ id, view, list }: PanelHeadProps): ReactNode {
  const { t } = useTexts();
  return (
    <div className={classes['panelHead']}>
      <h2 id={id} className={classes['panelTitle']}>
        {t('fines.table.title')}
        {list.loading && <Loader size={18} role="status" aria-label={t('fines.table.loading')} />}
      </h2>
      <PrintedFilters />
      <Group gap="sm" className={classes['tools'] ?? ''}>
        {!view.ofPerson && (
          <UserFilter
            label={t('fines.filter.label')}
            everybody={t('fines.filter.allUsers')}
            className={classes['filter'] ?? ''}
            userId={view.userId}
            userName={list.user?.userName}
            onChange={view.showUser}
          />
        )}
        <Button
          variant="default"
          className={classes['refresh'] ?? ''}
          leftSection={<IconRefresh size={18} aria-hidden />}
          {...busyButton(list.loading)}
          onClick={list.refresh}
        >
          <span>{t('fines.refresh')}</span>
        </Button>
        <SearchBox
          label={t('fines.filter.search')}
          placeholder={t('fines.filter.searchFor')}
          className={classes['search'] ?? ''}
          value={view.search}
          onChange={view.showSearch}
        />
        <Choices
          className={classes['statuses']}
          label={t('fines.statusFilter.label')}
          options={STATUSES.map((value) => ({ value, label: t(`fines.statusFilter.${value}`) }))}
          chosen={view.status}
          onChoose={view.showStatus}
        />
      </Group>
    </div>
  );
}
