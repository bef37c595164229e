// Above the fines: the title, the search, the filters and the button that reads the fines again; on a phone the filters
// and what is rarely needed stand behind buttons.
import { Button, Loader, TextInput, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconSelector } from '@tabler/icons-react';
import { type ReactNode, type JSX, Suspense, useState } from 'react';
import { exportFines } from '../../../../contract/exports.ts';
import { payFines } from '../../../../contract/fines/fines.ts';
import { useMay } from '../../../api/session.ts';
import { useTexts } from '../../../messages/index.ts';
import { statementPath } from '../../../routing/paths.ts';
import { useSettled } from '../../../routing/preloadable.ts';
import { busyButton } from '../../../ui/controls/buttons.tsx';
import { More } from '../../../ui/controls/more/More.tsx';
import { BELOW_TABLET } from '../../../ui/layout/media.ts';
import { ChoiceFilter, GroupFilter, ListFilters } from '../../../ui/lists/filters/filters.tsx';
import { useExport } from '../../../ui/lists/list-tools.tsx';
import type { UserSelectProps } from '../../../ui/people/UserSelect.tsx';
import { userSelect } from '../../../ui/people/user-select.ts';
import { FINES_FORMAT, STATUSES } from '../fines-address.ts';
import classes from '../fines.module.css';
import type { FinesView, ShownFines } from '../fines-list.ts';
import type { Ticked } from '../useTicked.ts';

interface PanelHeadProps {
  /** of the title, which labels the list */
  id: string;
  view: FinesView;
  list: ShownFines;
  ticked: Ticked;
}

export function PanelHead({ id, view, list, ticked }: PanelHeadProps): ReactNode {
  const { t } = useTexts();
  const may = useMay();
  const isPhone = useMediaQuery(BELOW_TABLET, undefined, { getInitialValueInEffect: false });
  const file = useExport(exportFines, { query: FINES_FORMAT.asked(view) });
  const title = (
    <>
      {t('fines.table.title')}
      {list.loading && <Loader size={18} role="status" aria-label={t('fines.table.loading')} />}
    </>
  );
  const filters = (
    <>
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
      {!view.ofPerson && (
        <GroupFilter
          {...(!isPhone && { unlabelled: true })}
          className={classes['filter']}
          group={view.group}
          onChange={(group) => view.filter({ group })}
        />
      )}
      <ChoiceFilter
        label={t('fines.statusFilter.label')}
        {...(!isPhone && { unlabelled: true })}
        className={classes['filter']}
        choices={STATUSES}
        value={view.status}
        textOf={(status) => t(`fines.statusFilter.${status}`)}
        onChange={(status) => view.filter({ status })}
      />
    </>
  );
  return (
    <ListFilters
      label={t('fines.filter.search')}
      view={isPhone ? view : { ...view, count: 0 }}
      search={{
        label: t('fines.filter.search'),
        placeholder: t('fines.filter.searchFor'),
        value: view.search,
        onChange: (search) => view.filter({ search }),
      }}
      lead={
        <h2 id={id} className={classes['panelTitle']}>
          {isPhone ? <VisuallyHidden>{title}</VisuallyHidden> : title}
        </h2>
      }
      fields={isPhone ? filters : undefined}
      more={
        isPhone ? (
          <More
            label={t('common.moreOf', { of: t('fines.table.title') })}
            entries={[
              may(payFines) && { label: t('fines.ticked.begin'), onClick: ticked.begin },
              !view.ofPerson &&
                view.userId !== undefined && { label: t('common.statement'), to: statementPath(view.userId) },
              file,
              { label: t('fines.refresh'), busy: list.loading, onClick: list.refresh },
            ]}
          />
        ) : (
          <>
            {filters}
            <Button variant="default" px={12} {...busyButton(list.loading)} onClick={list.refresh}>
              {t('fines.refresh')}
            </Button>
            <More label={t('common.moreOf', { of: t('fines.table.title') })} entries={[file]} />
          </>
        )
      }
    />
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
      data-unset={userId === undefined || undefined}
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
