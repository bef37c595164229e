// Requests one below the other: whose they are, what they ask for, what happened to them, and deciding them.
import { Button } from '@mantine/core';
import { IconMessageQuestion, IconSearchOff } from '@tabler/icons-react';
import type { JSX, ReactNode } from 'react';
import { acceptAppeal, acceptClaim, type MemberRequest } from '../../../contract/money/requests.ts';
import { useMay } from '../../api/permission.ts';
import { useSession } from '../../api/session.ts';
import { personText, recordedText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { SkeletonTable } from '../../ui/lists/SkeletonTable.tsx';
import { ROW_ACTIONS, screenList } from '../../ui/lists/table/keyboard.ts';
import { PersonLink } from '../../ui/people/PersonLink.tsx';
import { RequestFacts, RequestOutcome } from './RequestFacts.tsx';
import type { RequestFilter } from './requests-place.ts';
import classes from './requests.module.css';

interface RequestItemsProps {
  /** undefined while they are loading */
  items: readonly MemberRequest[] | undefined;
  stale: boolean;
  /** on a person's screen, which already says whose they are */
  ofPerson: boolean;
  empty: ReactNode;
  onAccept: (request: MemberRequest) => void;
  onRefuse: (request: MemberRequest) => void;
}

export function RequestItems({ items, stale, ofPerson, empty, ...deciding }: RequestItemsProps): JSX.Element {
  if (items === undefined) return <SkeletonTable rows={4} columns={3} />;
  if (items.length === 0) return <>{empty}</>;
  return (
    <ul ref={screenList} className={classes['items']} aria-busy={stale} data-stale={stale || undefined}>
      {items.map((request) => (
        <li key={request.id}>
          {!ofPerson && (
            <h2 className={classes['who']}>
              <PersonLink {...request} />
            </h2>
          )}
          <RequestFacts request={request} />
          <RequestOutcome
            request={request}
            {...(request.decidedBy !== null && { by: personText(request.decidedBy) })}
          />
          {request.state === 'open' && <Deciding request={request} {...deciding} />}
        </li>
      ))}
    </ul>
  );
}

function Deciding({
  request,
  onAccept,
  onRefuse,
}: { request: MemberRequest } & Pick<RequestItemsProps, 'onAccept' | 'onRefuse'>): JSX.Element | null {
  const { t } = useTexts();
  const may = useMay();
  const isOwn = useSession().principal?.userId === request.userId;
  // Refusing needs the same access as accepting.
  if (!may(request.kind === 'claim' ? acceptClaim : acceptAppeal)) {
    // To a person who decides claims, an appeal without buttons would look like a fault.
    return may(acceptClaim) ? <p className={classes['aside']}>{t('requests.item.byManager')}</p> : null;
  }
  if (isOwn) return <p className={classes['aside']}>{t('requests.item.own')}</p>;
  const named = (action: string): string =>
    t('requests.item.actionOf', {
      action,
      kind: t(`requests.kinds.${request.kind}`),
      name: recordedText(request.userName),
    });
  return (
    <div className={classes['buttons']} {...ROW_ACTIONS}>
      <Button aria-haspopup="dialog" aria-label={named(t('requests.item.accept'))} onClick={() => onAccept(request)}>
        {t('requests.item.accept')}
      </Button>
      <Button
        variant="default"
        aria-haspopup="dialog"
        aria-label={named(t('requests.item.refuse'))}
        onClick={() => onRefuse(request)}
      >
        {t('requests.item.refuse')}
      </Button>
    </div>
  );
}

/** Shown if there are no requests: nothing waits, there never was one, or none matches. */
export function NoRequests({
  filter: { state, kind, from, to, search },
  onShowAll,
}: {
  filter: RequestFilter;
  onShowAll: () => void;
}): JSX.Element {
  const { t } = useTexts();
  const showAll = (
    <Button variant="default" onClick={onShowAll}>
      {t('requests.filter.clear')}
    </Button>
  );
  const isOfDays = from !== undefined || to !== undefined;
  if (search.trim() !== '' || kind !== 'all' || isOfDays || !['open', 'all'].includes(state)) {
    return <EmptyState icon={<IconSearchOff />} title={t('requests.empty.noMatch')} action={showAll} />;
  }
  return state === 'open' ? (
    <EmptyState
      icon={<IconMessageQuestion />}
      title={t('requests.empty.open')}
      text={t('requests.empty.openHint')}
      action={showAll}
    />
  ) : (
    <EmptyState icon={<IconMessageQuestion />} title={t('requests.empty.none')} />
  );
}
