// Which entries of the history are shown.
import { Select } from '@mantine/core';
import { type JSX, useState } from 'react';
import type { History, HistoryEntry } from '../../../contract/history.ts';
import { HISTORY_KINDS } from '../../../core/journal.ts';
import { idOfUser } from '../../../core/people/actor.ts';
import { typeText } from '../../messages/fine-types.ts';
import { dayText, recordedText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import UserSelect from '../../ui/people/UserSelect.tsx';
import { ListFilters } from '../../ui/lists/filters/filters.tsx';
import { DaysFilter } from '../../ui/lists/filters/DaysFilter.tsx';
import { PersonFilter } from '../../ui/lists/filters/PersonFilter.tsx';
import { type Filter, filtersOf } from './history-place.ts';

/** What the journal calls an import. */
const IMPORT = 'import';

interface HistoryFiltersProps {
  place: Filter;
  /** what is shown, undefined while it is loading */
  list: History | undefined;
  onChange: (filter: Partial<Filter>, how?: 'typing') => void;
  onClear: () => void;
}

export function HistoryFilters({ place, list, onChange, onClear }: HistoryFiltersProps): JSX.Element {
  const { t } = useTexts();
  const memberNames = useMemberNames(list?.items ?? []);
  const { member, fine, by, kind, from, to } = place;
  const named = list?.fine ?? null;
  const onlyFine =
    named === null
      ? t('history.filter.oneFine')
      : t('history.filter.fine', { fineType: typeText(named.fineType), day: dayText(named.date) });
  return (
    <ListFilters
      label={t('history.filter.label')}
      count={filtersOf(place)}
      chosen={fine === undefined ? undefined : onlyFine}
      clearLabel={fine === undefined ? undefined : t('history.filter.allFines')}
      onClear={onClear}
    >
      <UserSelect
        label={t('history.filter.member')}
        everybody={t('history.filter.everybody')}
        userId={member}
        userName={member === undefined ? undefined : (list?.userName ?? undefined)}
        onChange={(next) => onChange({ member: next })}
      />
      <PersonFilter
        label={t('history.filter.by')}
        people={list?.items.map(({ actor }) => actor ?? IMPORT) ?? []}
        chosen={by}
        onChange={(next) => onChange({ by: next })}
        nameOf={(person) =>
          person === IMPORT ? t('history.filter.import') : (memberNames.get(person) ?? recordedText(person))
        }
      />
      <Select
        data-unset={kind === 'all' || undefined}
        label={t('history.filter.kind')}
        allowDeselect={false}
        data={[
          { value: 'all' as const, label: t('history.filter.allKinds') },
          ...HISTORY_KINDS.map((value) => ({ value, label: t(`history.kind.${value}`) })),
        ]}
        value={kind}
        onChange={(next) => onChange({ kind: next ?? 'all' })}
        comboboxProps={{ withinPortal: false, keepMounted: false }}
      />
      <DaysFilter from={from} to={to} onChange={onChange} />
    </ListFilters>
  );
}

/**
 * The names of the members who did something themselves in the entries listed so far, by e-mail: the session names only
 * people with access.
 */
function useMemberNames(items: readonly HistoryEntry[]): ReadonlyMap<string, string> {
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const fresh = items.flatMap(({ actor, actorId, member }) =>
    actor !== null && member !== null && actorId === idOfUser(member.userId) && !names.has(actor)
      ? [[actor, recordedText(member.userName)] as const]
      : [],
  );
  if (fresh.length > 0) setNames(new Map([...names, ...fresh]));
  return names;
}
