// Requests one below the other: whose they are, what they ask for, what happened to them, and deciding them.
import { Button, Group, Stack } from '@mantine/core';
import { IconMessageQuestion, IconSearchOff } from '@tabler/icons-react';
import { type JSX, type ReactNode, useState } from 'react';
import { acceptAppeal, acceptClaim, type MemberRequest, readPicture } from '../../../contract/money/requests.ts';
import { useMay, useSession } from '../../api/session.ts';
import { recordedText, dayText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import { EmptyState, StatusBadge } from '../../ui/feedback/status.tsx';
import { SkeletonTable } from '../../ui/lists/list-tools.tsx';
import { ROW_ACTIONS, screenList } from '../../ui/lists/table/keyboard.ts';
import { ActorLink, PersonLink } from '../../ui/people/people.tsx';
import { WithNames } from '../../ui/people/WithNames.tsx';
import type { ListView } from '../../ui/lists/paging/useAddressState.ts';
import { ALL_REQUESTS, REQUESTS_FORMAT } from './requests-address.ts';
import classes from './requests.module.css';
import { addressOf } from '../../api/call.ts';
import { typeText } from '../../messages/fine-types.ts';
import { isStaff } from '../../../core/people/permission.ts';
import { ownPaperPath, receiptPath } from '../../routing/paths.ts';
import { TextLink } from '../../ui/controls/buttons.tsx';
import { Money } from '../../ui/money/money.tsx';
import { rs } from '../../ui/money/money-text.ts';

export type RequestsView = ListView<typeof REQUESTS_FORMAT>;

interface RequestItemsProps {
  /** undefined while they are loading */
  items: readonly MemberRequest[] | undefined;
  stale: boolean;
  /** shown if they could not be loaded */
  failed: JSX.Element | undefined;
  /** on a person's screen, which already says whose they are */
  ofPerson: boolean;
  empty: ReactNode;
  onAccept: (request: MemberRequest) => void;
  onRefuse: (request: MemberRequest) => void;
}

export function RequestItems(props: RequestItemsProps): JSX.Element {
  const { items, stale, failed, ofPerson, empty, ...deciding } = props;
  if (items === undefined) return failed ?? <SkeletonTable rows={4} columns={3} />;
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
          <RequestOutcome request={request} by={request.decidedBy} />
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
    <Group gap={12} {...ROW_ACTIONS}>
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
    </Group>
  );
}

/** Shown if there are no requests: nothing waits, there never was one, or none matches. */
export function NoRequests({ view }: { view: RequestsView }): JSX.Element {
  const { t } = useTexts();
  const showAll = (
    <Button variant="default" onClick={() => view.filter(ALL_REQUESTS)}>
      {t('requests.filter.clear')}
    </Button>
  );
  if (view.state === 'open' && !view.isFiltered) {
    return (
      <EmptyState
        icon={<IconMessageQuestion />}
        title={t('requests.empty.open')}
        text={t('requests.empty.openHint')}
        action={showAll}
      />
    );
  }
  return REQUESTS_FORMAT.isFiltered({ ...view, state: view.state === 'all' ? 'open' : view.state }) ? (
    <EmptyState icon={<IconSearchOff />} title={t('requests.empty.noMatch')} action={showAll} />
  ) : (
    <EmptyState icon={<IconMessageQuestion />} title={t('requests.empty.none')} />
  );
}

// What a request says: its kind, what it asks for, the picture; and what happened to it.

export function RequestFacts({ request }: { request: MemberRequest }): JSX.Element {
  const { t } = useTexts();
  const { kind, state, amount, method, reference, receivedOn, fines, reason, sentOn } = request;
  return (
    <div className={classes['facts']}>
      <Stack gap={6} flex={1} miw={0}>
        <p className={classes['kind']}>
          <strong>{t(`requests.kinds.${kind}`)}</strong>
          <StatusBadge status={state} />
          <time dateTime={sentOn} className={classes['aside']}>
            {t('requests.item.sent', { day: dayText(sentOn) })}
          </time>
        </p>
        {amount !== null && method !== null && receivedOn !== null && (
          <p className={classes['paid']}>
            <Money paisa={amount} format="rs" />
            <span>
              {t(`common.method.${method}`)} · <time dateTime={receivedOn}>{dayText(receivedOn)}</time>
            </span>
            {reference !== '' && <span>{t('requests.item.reference', { reference })}</span>}
          </p>
        )}
        {fines.length === 0 ? (
          <p className={classes['aside']}>{t('requests.item.forAll')}</p>
        ) : (
          <ul className={classes['fines']}>
            {fines.map(({ fineId, fineType, date }) => (
              <li key={fineId}>{t('requests.item.fine', { fineType: typeText(fineType), day: dayText(date) })}</li>
            ))}
          </ul>
        )}
        {reason !== '' && (
          <blockquote className={classes['reason']}>
            <bdi>{reason}</bdi>
          </blockquote>
        )}
      </Stack>
      {request.picture !== null && <TransferPicture request={request} />}
    </div>
  );
}

/** The address includes which picture it is, so that another one is never taken for it. */
function TransferPicture({ request: { id, picture, userName, amount } }: { request: MemberRequest }): JSX.Element {
  const { t } = useTexts();
  const [gone, setGone] = useState(false);
  if (gone) return <p className={classes['aside']}>{t('requests.item.pictureGone')}</p>;
  const address = `${addressOf(readPicture, { params: { requestId: id } })}?${picture ?? ''}`;
  const name = t('requests.item.pictureOf', { name: recordedText(userName) });
  return (
    <a
      href={address}
      target="_blank"
      rel="noreferrer"
      className={classes['pictureLink']}
      title={t('requests.item.openPicture')}
      aria-label={t('requests.item.openPictureOf', { name: recordedText(userName), amount: rs(amount ?? 0) })}
    >
      <img src={address} alt={name} loading="lazy" className={classes['picture']} onError={() => setGone(true)} />
    </a>
  );
}

interface OutcomeProps {
  request: MemberRequest;
  /** who decided, if that is shown */
  by?: string | null;
}

export function RequestOutcome({ request, by = null }: OutcomeProps): JSX.Element | null {
  const { t } = useTexts();
  const { state, decidedOn, answer, receipt } = request;
  if (state === 'open' || decidedOn === null) return null;
  return (
    <div className={classes['outcome']} data-state={state}>
      <p className={classes['aside']}>
        {t(`requests.item.decided.${state}`, { day: dayText(decidedOn) })}
        {by !== null && (
          <>
            {' '}
            <WithNames
              say={(who = '') => t('requests.item.by', { who })}
              names={[<ActorLink key="who" who={by} inText />]}
            />
          </>
        )}
      </p>
      {answer !== '' && (
        <p>
          <bdi>{t('requests.item.answer', { answer })}</bdi>
        </p>
      )}
      {receipt !== null && <Receipt receipt={receipt} />}
    </div>
  );
}

/** A member's own receipt opens in place of their overview. */
function Receipt({ receipt }: { receipt: string }): JSX.Element {
  const { t } = useTexts();
  const access = useSession().principal?.access ?? null;
  return (
    <p>
      <TextLink to={isStaff(access) ? receiptPath(receipt) : ownPaperPath(receipt)} inText>
        {t('requests.item.receipt', { receipt })}
      </TextLink>
    </p>
  );
}

/** Whose request it is and what it says, at the top of a dialog that decides it. */
export function QuotedRequest({ request }: { request: MemberRequest }): JSX.Element {
  return (
    <div className={classes['quoted']}>
      <p className={classes['who']}>
        <strong dir="auto">{recordedText(request.userName)}</strong>
      </p>
      <RequestFacts request={request} />
    </div>
  );
}
