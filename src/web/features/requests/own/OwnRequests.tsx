// What a member asks for, for their own fines (REQ-15): the two ways to ask, near the top of their screen; and, further
// down, their requests and what happened to them.
import { Button, Group } from '@mantine/core';
import { type JSX, Suspense, useEffect, useState } from 'react';
import { listOwnRequests, type MemberRequest, withdrawRequest } from '../../../../contract/money/requests.ts';
import { OWN_REQUESTS_PAGE_SIZE } from '../../../../core/limits.ts';
import { hasDraft } from '../../../api/sending/drafts.ts';
import { useRead } from '../../../api/hooks.ts';
import { useTexts } from '../../../messages/index.ts';
import { lazyPart } from '../../../routing/lazy-screen.tsx';
import { OWN_REQUESTS_ID } from '../../../routing/paths.ts';
import { useLast, useOpening } from '../../../ui/dialogs/dialog-state.ts';
import { Card } from '../../../ui/layout/page.tsx';
import { Pager, useShownPage } from '../../../ui/lists/paging/paging.tsx';
import { RequestFacts, RequestOutcome } from '../RequestItems.tsx';
import classes from '../requests.module.css';
import { useSubmission } from '../../../api/sending/submissions.ts';
import { dayText } from '../../../messages/formats.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { toast } from '../../../ui/feedback/toast.tsx';

/** Fetched when the buttons that open them appear, or ahead of time. */
const claim = lazyPart(() => import('./ClaimDialog.tsx'));
const appeal = lazyPart(() => import('./AppealDialog.tsx'));

interface OwnRequestsProps {
  part: 'asking' | 'asked';
  /** shown until it is known which ways to ask are offered, so that nothing moves */
  loading?: JSX.Element;
}

export default function OwnRequests({ part, loading }: OwnRequestsProps): JSX.Element | null {
  return part === 'asking' ? <WaysToAsk loading={loading ?? null} /> : <SentRequests />;
}

function WaysToAsk({ loading }: { loading: JSX.Element | null }): JSX.Element | null {
  const { t } = useTexts();
  const { data: own, isError } = useRead(listOwnRequests, { query: { page: 1, pageSize: OWN_REQUESTS_PAGE_SIZE } });
  // A form that was open when the page was reloaded opens again.
  const [asking, setAsking] = useState<'claim' | 'appeal' | null>(() =>
    hasDraft('request.claim') ? 'claim' : hasDraft('request.appeal') ? 'appeal' : null,
  );
  const opening = useOpening(asking !== null);
  const last = useLast(asking);

  const mayAsk = own !== undefined && own.offered.length > 0;
  useEffect(() => {
    if (!mayAsk) return;
    claim.preload();
    appeal.preload();
  }, [mayAsk]);

  if (own === undefined) return isError ? null : loading;
  if (own.offered.length === 0) return null;
  const dialog = { opened: asking !== null, own, onClose: () => setAsking(null) };
  return (
    <Card component="section" aria-labelledby="own-requests" className={classes['own'] ?? ''}>
      <h2 id="own-requests">{t('requests.own.title')}</h2>
      <p className={classes['aside']}>{t('requests.own.hint')}</p>
      <Group gap={12}>
        {own.offered.includes('claim') && (
          <Button aria-haspopup="dialog" onClick={() => setAsking('claim')}>
            {t('requests.own.claim')}
          </Button>
        )}
        {own.offered.includes('appeal') && (
          <Button variant="default" aria-haspopup="dialog" onClick={() => setAsking('appeal')}>
            {t('requests.own.appeal')}
          </Button>
        )}
      </Group>
      <Suspense>
        {last === 'claim' && <claim.Screen key={`claim ${opening}`} {...dialog} />}
        {last === 'appeal' && <appeal.Screen key={`appeal ${opening}`} {...dialog} />}
      </Suspense>
    </Card>
  );
}

function SentRequests(): JSX.Element | null {
  const { t } = useTexts();
  const [page, setPage] = useState(1);
  const { list, pages, stale } = useShownPage(
    { page, setPage },
    useRead(listOwnRequests, { query: { page, pageSize: OWN_REQUESTS_PAGE_SIZE } }),
  );
  if (list === undefined || list.totalItems === 0) return null;
  return (
    <Card component="section" aria-labelledby={OWN_REQUESTS_ID} className={classes['own'] ?? ''}>
      <h2 id={OWN_REQUESTS_ID} tabIndex={-1}>
        {t('requests.own.list')}
      </h2>
      <ul className={classes['items']} aria-labelledby={OWN_REQUESTS_ID} aria-busy={stale}>
        {list.items.map((request) => (
          <li key={request.id}>
            <RequestFacts request={request} />
            <RequestOutcome request={request} />
            {request.state === 'open' && <Withdraw request={request} />}
          </li>
        ))}
      </ul>
      <Pager page={page} pages={pages} onChange={setPage} label={t('requests.own.pages')} short />
    </Card>
  );
}

// Withdraws an open request of one's own (REQ-5).

function Withdraw({ request: { id, kind, sentOn } }: { request: MemberRequest }): JSX.Element {
  const { t } = useTexts();
  const [asked, setAsked] = useState(false);
  const close = (): void => setAsked(false);
  const submission = useSubmission(withdrawRequest, {
    name: `request.withdraw.${id}`,
    onSuccess: () => toast.success(t('requests.own.withdrawn')),
    onError: (error) => toast.error(t('requests.own.withdrawFailed', { reason: reasonOf(error, t) })),
  });
  return (
    <Group gap={12}>
      <Button
        variant="default"
        aria-haspopup="dialog"
        aria-label={t('requests.own.withdrawOf', { kind: t(`requests.kinds.${kind}`), day: dayText(sentOn) })}
        onClick={() => setAsked(true)}
      >
        {t('requests.own.withdraw')}
      </Button>
      <ConfirmDialog
        opened={asked}
        title={t('requests.own.withdrawTitle')}
        message={t('requests.own.withdrawQuestion')}
        confirmLabel={t('requests.own.withdraw')}
        danger
        busy={submission.sending}
        // If it fails, a toast says why.
        onConfirm={() => void submission.send({ params: { requestId: id } }).then(close, close)}
        onClose={close}
      />
    </Group>
  );
}
