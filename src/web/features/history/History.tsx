// What was done, newest first, filtered by the address; on a person's screen everything about them.
import { IconHistory } from '@tabler/icons-react';
import { type JSX, memo, useState, type RefObject } from 'react';
import { listHistory, type HistoryEntry, type History as Listed } from '../../../contract/history.ts';
import { useRead } from '../../api/hooks.ts';
import { useTexts } from '../../messages/index.ts';
import { EmptyState } from '../../ui/feedback/status.tsx';
import { useLoadFailure } from '../../ui/feedback/LoadFailure.tsx';
import { SkeletonTable, useExport } from '../../ui/lists/list-tools.tsx';
import { exportHistory } from '../../../contract/exports.ts';
import { ListPanel } from '../../ui/lists/ListPanel.tsx';
import { queryOf, HISTORY_FORMAT, type Page } from './history-address.ts';
import classes from './history.module.css';
import { useSession } from '../../api/session.ts';
import { instantText, dayText, recordedText } from '../../messages/formats.ts';
import { screenList } from '../../ui/lists/table/keyboard.ts';
import { paperPath } from '../../routing/paths.ts';
import { busyButton, TextLink } from '../../ui/controls/buttons.tsx';
import { ActorLink, PersonLink } from '../../ui/people/people.tsx';
import { tell } from './effects.ts';
import { idOfUser } from '../../../core/people/actor.ts';
import { typeText } from '../../messages/fine-types.ts';
import UserSelect from '../../ui/people/UserSelect.tsx';
import { DaysFilter, PersonFilter, SelectFilter } from '../../ui/lists/filters/fields.tsx';
import type { ListView } from '../../ui/lists/paging/useAddressState.ts';
import { Button, Group } from '@mantine/core';
import { showBeginning } from '../../ui/lists/paging/paging.tsx';

export function History({ view }: { view: HistoryView }): JSX.Element {
  const { t } = useTexts();
  const query = useRead(listHistory, { query: queryOf(view) });
  const failure = useLoadFailure(query);
  const file = useExport(exportHistory, { query: HISTORY_FORMAT.asked(view) });
  const { data: list, isPlaceholderData: stale } = query;
  const isScreen = view.personId === undefined;
  const { fine } = view;
  const named = list?.fine ?? null;
  const onlyFine =
    named === null
      ? t('history.filter.oneFine')
      : t('history.filter.fine', { fineType: typeText(named.fineType), day: dayText(named.date) });
  const isCut = isScreen && (view.isFiltered || list?.hasNewer === true);

  return (
    <ListPanel
      label={t('history.label')}
      view={{ ...view, isFiltered: isCut }}
      filters={isScreen && t('history.filter.label')}
      chosen={fine === undefined ? undefined : onlyFine}
      clearLabel={fine === undefined ? undefined : t('history.filter.allFines')}
      fields={<HistoryFields view={view} list={stale ? undefined : list} />}
      menu={[isScreen && file]}
      total={stale ? undefined : list?.items.length}
      failure={failure}
      message={t('history.failed')}
      empty={<EmptyState icon={<IconHistory />} title={t('history.empty.none')} text={t('history.empty.hint')} />}
      noMatch={t('history.empty.noMatch')}
    >
      {({ failed, empty }, top) => (
        <>
          {list === undefined ? (
            (failed ?? <SkeletonTable rows={8} columns={2} rowHeight={64} />)
          ) : list.items.length === 0 ? (
            empty
          ) : (
            <HistoryList entries={list.items} stale={stale} />
          )}
          {list !== undefined && <Steps list={list} top={top} onShow={view.showPage} />}
        </>
      )}
    </ListPanel>
  );
}

// The entries of a page. Those made together are listed together, in the order in which they were made, with one time.

interface HistoryListProps {
  entries: readonly HistoryEntry[];
  /** the entries are those of the previous page or filter */
  stale: boolean;
}

/** Memoised: typing into a filter must not wait for the sentences. */
const HistoryList = memo(function HistoryList({ entries, stale }: HistoryListProps): JSX.Element {
  const together = [...Map.groupBy(entries, ({ batch }) => batch)];
  return (
    <ol ref={screenList} className={classes['list']} data-stale={stale || undefined} aria-busy={stale}>
      {together.map(([batch, done]) => (
        <Together key={batch} entries={done} />
      ))}
    </ol>
  );
});

function Together({ entries }: { entries: readonly HistoryEntry[] }): JSX.Element {
  const { t } = useTexts();
  const { timeZone } = useSession().organisation;
  const at = entries[0]?.at ?? '';
  const bySequence = new Map(entries.map((entry) => [entry.sequence, entry]));
  return (
    <li className={classes['together']}>
      <time dateTime={at}>{instantText(at, timeZone)}</time>
      <ul>
        {tell(entries.map(withPlaces), t).map(({ sequence, sentences }) => (
          <Entry key={sequence} sentences={sentences} of={bySequence.get(sequence)} />
        ))}
      </ul>
    </li>
  );
}

/** Stand for the names in a sentence until the links replace them: characters that no stored text contains. */
const MEMBER = '\0';
const ACTOR = '\x01';
/** These, and the number of a receipt or voucher. */
const LINKED = new RegExp(`([${MEMBER}${ACTOR}]|[RV]-\\d{4}-\\d{6,})`);

const withPlaces = ({ actor, member, ...entry }: HistoryEntry): HistoryEntry => ({
  ...entry,
  actor: actor === null ? null : ACTOR,
  actorId: null,
  member: member && { ...member, userName: MEMBER },
});

interface EntryProps {
  sentences: readonly string[];
  of: Pick<HistoryEntry, 'actor' | 'actorId' | 'member'> | undefined;
}

function Entry({ sentences: [sentence = '', ...more], of }: EntryProps): JSX.Element {
  return (
    <li>
      <p>
        <WithLinks sentence={sentence} of={of} />
      </p>
      {more.map((aside) => (
        <p key={aside} className={classes['aside']}>
          <WithLinks sentence={aside} of={of} />
        </p>
      ))}
    </li>
  );
}

/** The sentence with links: the names lead to the people, a number to its receipt or voucher. */
function WithLinks({ sentence, of }: { sentence: string; of: EntryProps['of'] }): JSX.Element {
  return (
    <>
      {sentence.split(LINKED).map((part, at) => {
        if (at % 2 === 0) return part;
        if (part === MEMBER) return of?.member && <PersonLink key={at} {...of.member} inText />;
        if (part === ACTOR) return <ActorLink key={at} who={of?.actor ?? ''} id={of?.actorId ?? null} inText />;
        return (
          <TextLink key={at} to={paperPath(part)} inText>
            <bdi className={classes['paper']}>{part}</bdi>
          </TextLink>
        );
      })}
    </>
  );
}

// Which entries of the history are shown.

export type HistoryView = ListView<typeof HISTORY_FORMAT>;

/** What the journal calls an import. */
const IMPORT = 'import';

interface HistoryFieldsProps {
  view: HistoryView;
  /** what is shown, undefined while it is loading */
  list: Listed | undefined;
}

function HistoryFields({ view, list }: HistoryFieldsProps): JSX.Element {
  const { t } = useTexts();
  const memberNames = useMemberNames(list?.items ?? []);
  const { member, by, kind, filter } = view;
  return (
    <>
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
    </>
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

// Steps from page to page of the history, which has no page numbers. At either end a button only keeps the focus.

interface StepsProps {
  list: Listed;
  /** the beginning of the list, which is shown with a new page */
  top: RefObject<HTMLElement | null>;
  onShow: (page: Page) => void;
}

function Steps({ list, top, onShow }: StepsProps): JSX.Element | null {
  const { t } = useTexts();
  const { items, hasNewer, hasOlder } = list;
  if (!hasNewer && !hasOlder) return null;
  const steps = [
    ['newest', hasNewer, 'newest'],
    ['newer', hasNewer, { after: items[0]?.sequence ?? 0 }],
    ['older', hasOlder, { before: items.at(-1)?.sequence ?? 0 }],
    ['oldest', hasOlder, { after: 0 }],
  ] as const;
  return (
    <Group component="nav" aria-label={t('history.steps')} justify="center" gap={8} p={12}>
      {steps.map(([name, possible, page]) => (
        <Button
          key={name}
          variant="default"
          {...busyButton(!possible)}
          onClick={() => {
            if (!possible) return;
            onShow(page);
            showBeginning(top.current);
          }}
        >
          {t(`history.${name}`)}
        </Button>
      ))}
    </Group>
  );
}
