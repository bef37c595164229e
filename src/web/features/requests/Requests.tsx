// The requests of all members, or on a person's screen that person's, with the dialogs that decide them.
import type { JSX } from 'react';
import { useRef } from 'react';
import { exportRequests } from '../../../contract/exports.ts';
import { listRequests, type MemberRequest } from '../../../contract/money/requests.ts';
import { useRead } from '../../api/hooks.ts';
import { useSession } from '../../api/session.ts';
import { useTexts } from '../../messages/index.ts';
import { LoadFailureDialog, LoadFailureState } from '../../ui/feedback/LoadFailure.tsx';
import { FOCUS_AFTER_DELETION } from '../../ui/dialogs/focus.ts';
import { useRecordDialog } from '../../ui/dialogs/useRecordDialog.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { ExportButton } from '../../ui/lists/ExportButton.tsx';
import { Pager } from '../../ui/lists/paging/Pager.tsx';
import { useAddressState } from '../../ui/lists/paging/useAddressState.ts';
import { useShownPage } from '../../ui/lists/paging/useListPage.ts';
import { moneyText } from '../../ui/money/Money.tsx';
import { AcceptAppeal } from './deciding/AcceptAppeal.tsx';
import { AcceptClaim } from './deciding/AcceptClaim.tsx';
import { RefuseRequest } from './deciding/RefuseRequest.tsx';
import OwnRequests from './own/OwnRequests.tsx';
import { ALL_REQUESTS, listFilter, REQUESTS_FORMAT, type RequestFilter } from './requests-place.ts';
import { RequestFilters } from './RequestFilters.tsx';
import { NoRequests, RequestItems } from './RequestItems.tsx';
import classes from './requests.module.css';

export default function Requests(): JSX.Element {
  const { t } = useTexts();
  const [place, change] = useAddressState(REQUESTS_FORMAT);
  const { personId, page } = place;
  const isOwn = useSession().principal?.userId === personId;
  const found = listFilter(place);
  const view = { page, setPage: (to: number) => change((now) => ({ ...now, page: to }), 'replace') };
  const { list, pages, stale, failure } = useShownPage(view, useRead(listRequests, { query: { ...found, page } }));
  const dialog = useRecordDialog<MemberRequest, 'accept' | 'refuse'>('request');
  const top = useRef<HTMLDivElement>(null);

  const filter = (to: Partial<RequestFilter>, how: 'typing' | 'push' = 'push'): void =>
    change((now) => ({ ...now, ...to, page: 1 }), how);
  const subject = dialog.subject?.kind === 'accept' || dialog.subject?.kind === 'refuse' ? dialog.subject : null;
  // Another window may have decided it meanwhile; then it may no longer be in the list.
  const asked = subject && (list?.items.find(({ id }) => id === subject.record.id) ?? subject.record);
  const of = asked && { key: dialog.opening, opened: dialog.opened, request: asked, onClose: dialog.close };

  const panel = (
    <Card component="section" aria-label={t('requests.label')} ref={top} className={classes['panel'] ?? ''}>
      {personId === undefined && <RequestFilters filter={place} onChange={filter} />}
      {list === undefined && failure.nothing ? (
        <LoadFailureState failure={failure} message={t('requests.failed')} />
      ) : (
        <RequestItems
          items={list?.items}
          stale={stale}
          ofPerson={personId !== undefined}
          empty={<NoRequests filter={place} onShowAll={() => filter(ALL_REQUESTS)} />}
          onAccept={(request) => dialog.open('accept', request)}
          onRefuse={(request) => dialog.open('refuse', request)}
        />
      )}
      {list !== undefined && list.items.length > 0 && (
        <div className={classes['foot']}>
          <p role="status" {...FOCUS_AFTER_DELETION}>
            {t('requests.count', { count: list.totalItems })}
            {list.claimed > 0 && ` · ${t('requests.claimed', { amount: moneyText(list.claimed, 'rs') })}`}
          </p>
          <ExportButton of={exportRequests} input={{ query: found }} />
          <Pager
            page={page}
            pages={pages}
            onChange={(to) => change((now) => ({ ...now, page: to }), 'push')}
            top={top}
            label={t('requests.pages')}
          />
        </div>
      )}
      <LoadFailureDialog failure={failure} message={t('requests.failed')} />
    </Card>
  );
  return (
    <>
      {/* Somebody who has access and was fined asks on their own page. */}
      {personId !== undefined && isOwn ? <OwnRequests part="asking" /> : null}
      {panel}
      {of === null ? null : subject?.kind === 'refuse' ? (
        <RefuseRequest {...of} key={of.key} />
      ) : of.request.kind === 'claim' ? (
        <AcceptClaim {...of} key={of.key} />
      ) : (
        <AcceptAppeal {...of} key={of.key} />
      )}
    </>
  );
}
