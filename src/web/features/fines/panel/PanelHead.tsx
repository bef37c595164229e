// Above the fines: the title, the filters, and the button that reads the fines again.
import { Button, Group, Loader, TextInput } from '@mantine/core';
import { IconRefresh, IconSelector } from '@tabler/icons-react';
import { type ReactNode, type JSX, Suspense, useState } from 'react';
import { useTexts } from '../../../messages/index.ts';
import { busyButton } from '../../../ui/controls/buttons.tsx';
import { SearchBox } from '../../../ui/lists/SearchBox.tsx';
import classes from '../fines.module.css';
import type { ShownFines, FinesView } from '../fines-list.ts';
import { STATUSES } from '../fines-address.ts';
import { Choices, PrintedFilters } from '../../../ui/lists/filters/filters.tsx';
import { useSettled } from '../../../routing/preloadable.ts';
import type { UserSelectProps } from '../../../ui/people/UserSelect.tsx';
import { userSelect } from '../../../ui/people/user-select.ts';

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
            onChange={(userId) => view.filter({ userId })}
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
          onChange={(search) => view.filter({ search })}
        />
        <Choices
          className={classes['statuses']}
          label={t('fines.statusFilter.label')}
          options={STATUSES.map((value) => ({ value, label: t(`fines.statusFilter.${value}`) }))}
          chosen={view.status}
          onChoose={(status) => view.filter({ status })}
        />
      </Group>
    </div>
  );
}

// The choice of a user above a list. Most of the code of a list's screen is for this field alone, and the list can be
// read without it: until it is there, a field that shows the choice takes its place.

const needed = [userSelect];

type UserFilterProps = UserSelectProps & Required<Pick<UserSelectProps, 'everybody'>>;

function UserFilter(props: UserFilterProps): JSX.Element {
  const isThere = useSettled(needed);
  /** Somebody went to the field before it was there. */
  const [wanted, setWanted] = useState(false);
  const { label, everybody, userId, userName, className = '' } = props;
  const standIn = (
    <TextInput
      className={className}
      label={label}
      readOnly
      value={userId === undefined ? everybody : (userName ?? userId)}
      rightSection={<IconSelector size={16} color="var(--mantine-color-dimmed)" aria-hidden />}
      onFocus={() => {
        setWanted(true);
        userSelect.preload();
      }}
    />
  );
  if (!isThere) return standIn;
  return (
    <Suspense fallback={standIn}>
      <userSelect.Screen {...props} autoFocus={wanted} />
    </Suspense>
  );
}
