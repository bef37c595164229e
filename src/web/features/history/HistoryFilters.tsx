// Which entries of the history are shown.
import { type JSX, useState } from 'react';
import type { History, HistoryEntry } from '../../../contract/history.ts';
import { idOfUser } from '../../../core/people/actor.ts';
import { typeText } from '../../messages/fine-types.ts';
import { dayText, recordedText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import UserSelect from '../../ui/people/UserSelect.tsx';
import { ListFilters } from '../../ui/lists/filters/filters.tsx';
import { DaysFilter, PersonFilter, SelectFilter } from '../../ui/lists/filters/fields.tsx';
import type { ListView } from '../../ui/lists/paging/useAddressState.ts';
import { HISTORY_FORMAT } from './history-address.ts';

export type HistoryView = ListView<typeof HISTORY_FORMAT>;

/** What the journal calls an import. */
const IMPORT = 'import';

interface HistoryFiltersProps {
  view: HistoryView;
  /** what is shown, undefined while it is loading */
  list: History | undefined;
}

export function HistoryFilters({ view, list }: HistoryFiltersProps): JSX.Element {
  const { t } = useTexts();
  const memberNames = useMemberNames(list?.items ?? []);
  const { member, fine, by, kind, filter } = view;
  const named = list?.fine ?? null;
  const onlyFine =
    named === null
      ? t('history.filter.oneFine')
      : t('history.filter.fine', { fineType: typeText(named.fineType), day: dayText(named.date) });
  return (
    <ListFilters
      label={t('history.filter.label')}
      view={view}
      chosen={fine === undefined ? undefined : onlyFine}
      clearLabel={fine === undefined ? undefined : t('history.filter.allFines')}
    >
      <UserSelect
        label={t('history.filter.member')}
        everybody={t('history.filter.everybody')}
        userId={member}
        userName={member === undefined ? undefined : (list?.userName ?? undefined)}
        onChange={(next) => filter({ member: next })}
      />
      <PersonFilter
        label={t('history.filter.by')}
        people={list?.items.map(({ actor }) => actor ?? IMPORT) ?? []}
        chosen={by}
        onChange={(next) => filter({ by: next })}
        nameOf={(person) =>
          person === IMPORT ? t('history.filter.import') : (memberNames.get(person) ?? recordedText(person))
        }
      />
      <SelectFilter
        label={t('history.filter.kind')}
        choices={HISTORY_FORMAT.filters.kind.choices}
        value={kind}
        textOf={(value) => (value === 'all' ? t('history.filter.allKinds') : t(`history.kind.${value}`))}
        onChange={(next) => filter({ kind: next })}
      />
      <DaysFilter {...view} />
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
