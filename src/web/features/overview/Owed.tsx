// What a member owes, above everything else, and what of it waits for the office (OVERVIEW-15).
import { Box, Skeleton, UnstyledButton } from '@mantine/core';
import type { JSX } from 'react';
import { listOwnRequests, type MemberRequest } from '../../../contract/money/requests.ts';
import type { OwnSummary } from '../../../contract/overview.ts';
import { OWN_REQUESTS_PAGE_SIZE } from '../../../core/limits.ts';
import { addDays } from '../../../core/calendar.ts';
import { useRead } from '../../api/hooks.ts';
import { useSession } from '../../api/session.ts';
import { dayText } from '../../messages/formats.ts';
import { useTexts, useLanguage } from '../../messages/index.ts';
import { OWN_REQUESTS_ID } from '../../routing/paths.ts';
import { Card } from '../../ui/layout/page.tsx';
import { moneyText } from '../../ui/money/money.tsx';
import { overdueText } from '../../ui/money/money-text.ts';
import classes from './overview.module.css';
import type { OverviewPage } from './useOverview.ts';
import { readPayPicture } from '../../../contract/settings/organisation.ts';
import { howToPayIn } from '../../../core/text/languages.ts';
import { splitAtNumbers } from '../../../core/text/isolation.ts';
import { addressOf } from '../../api/call.ts';

interface OwedProps {
  /** undefined while it is loading */
  own: OwnSummary | undefined;
  howToPay: OverviewPage['howToPay'] | undefined;
}

export function Owed({ own, howToPay }: OwedProps): JSX.Element {
  const { t } = useTexts();
  const { today } = useSession().organisation;
  const requests = useRead(listOwnRequests, { query: { page: 1, pageSize: OWN_REQUESTS_PAGE_SIZE } });
  if (own === undefined) {
    return (
      <Card aria-hidden className={classes['owed'] ?? ''}>
        <Skeleton height={24} width="60%" mb={8} />
        <Skeleton height={14} width="75%" />
      </Card>
    );
  }
  const { pendingFine, fineCount, credit } = own.summary;
  const owes = own.unpaidSince !== null;
  const { claimed = 0, appealed = 0 } = requests.data?.waiting ?? {};
  const isReported = claimed + appealed >= own.overdue;
  const note =
    own.unpaidSince !== null
      ? t('overview.own.unpaid', { count: own.openCount, day: dayText(own.unpaidSince) })
      : t(fineCount === 0 ? 'overview.own.noFines' : 'overview.own.allPaid');
  return (
    <Card component="section" aria-labelledby="owed" className={classes['owed'] ?? ''} data-owes={owes}>
      <h2 id="owed" className={classes['sum']}>
        {owes ? t('overview.own.owes', { amount: moneyText(pendingFine, 'whole') }) : t('overview.own.owesNothing')}
      </h2>
      {claimed > 0 && <Waiting>{t('overview.own.claimed', { amount: moneyText(claimed, 'whole') })}</Waiting>}
      {appealed > 0 && <Waiting>{t('overview.own.appealed', { amount: moneyText(appealed, 'whole') })}</Waiting>}
      {(requests.data?.items ?? [])
        .filter(({ decidedOn }) => decidedOn !== null && decidedOn >= addDays(today, -ANSWERED_DAYS))
        .map((request) => (
          <Answered key={request.id} request={request} />
        ))}
      <p className={classes['note']}>{note}</p>
      {own.overdue > 0 ? (
        // The office has been told about all of it: nothing more is expected of the member.
        <p className={classes['note']} data-late={!isReported || undefined}>
          {isReported
            ? overdueText(t, own.overdue, pendingFine, 'whole')
            : own.overdue === pendingFine
              ? t('overview.own.lateAll')
              : t('overview.own.late', { amount: moneyText(own.overdue, 'whole') })}
        </p>
      ) : (
        own.earliestDue !== null && (
          <p className={classes['note']}>{t('overview.own.due', { day: dayText(own.earliestDue) })}</p>
        )
      )}
      {credit > 0 && (
        <p className={classes['note']}>{t('overview.own.credit', { amount: moneyText(credit, 'whole') })}</p>
      )}
      {owes && howToPay && <HowToPay {...howToPay} />}
    </Card>
  );
}

/** What the member has sent, and the office has not answered. */
const Waiting = ({ children }: { children: string }): JSX.Element => (
  <p className={classes['note']} data-waiting>
    {children}
  </p>
);

/** The office's answers are shown above everything this long. */
const ANSWERED_DAYS = 7;

/** Leads to the request; nothing for one that the member withdrew. */
function Answered({ request: { kind, state, amount } }: { request: MemberRequest }): JSX.Element | null {
  const { t } = useTexts();
  if (state !== 'accepted' && state !== 'refused') return null;
  const lead = (): void => {
    const requests = document.getElementById(OWN_REQUESTS_ID);
    requests?.focus({ preventScroll: true });
    requests?.scrollIntoView({ block: 'center' });
  };
  return (
    <UnstyledButton className={classes['answered'] ?? ''} onClick={lead}>
      {t(`overview.own.answered.${kind}.${state}`, { amount: moneyText(amount ?? 0, 'whole') })}
    </UnstyledButton>
  );
}

// How the organisation wants to be paid, shown with what a member owes (OVERVIEW-19).

function HowToPay({ picture, ...said }: NonNullable<OverviewPage['howToPay']>): JSX.Element {
  const { t } = useTexts();
  const text = howToPayIn(useLanguage(), said);
  return (
    <div className={classes['how']}>
      <Box component="h3" fz="sm" fw={650}>
        {t('overview.own.howToPay')}
      </Box>
      {text !== '' && (
        <p className={classes['howText']}>
          <bdi>
            {/* Among Urdu words the groups of a number would change places and the money would go elsewhere. */}
            {splitAtNumbers(text).map((part, place) =>
              place % 2 === 0 ? (
                part
              ) : (
                <bdi key={place} dir="ltr">
                  {part}
                </bdi>
              ),
            )}
          </bdi>
        </p>
      )}
      {picture !== null && (
        <details>
          <summary className={classes['code']}>{t('overview.own.payPicture')}</summary>
          <img
            className={classes['picture']}
            src={addressOf(readPayPicture, { params: { version: picture } })}
            alt={t('overview.own.payPicture')}
            loading="lazy"
          />
        </details>
      )}
    </div>
  );
}
