// The requests of all members, or on a person's screen that person's, with the dialogs that decide them.
import type { JSX } from 'react';
import { exportRequests } from '../../../contract/exports.ts';
import {
  listRequests,
  type MemberRequest,
  refuseAppeal,
  refuseClaim,
  acceptClaim,
} from '../../../contract/money/requests.ts';
import { useRead } from '../../api/hooks.ts';
import { useSession } from '../../api/session.ts';
import { useTexts, type Translate } from '../../messages/index.ts';
import { useRecordDialog } from '../../ui/dialogs/dialog-state.ts';
import { useExport } from '../../ui/lists/list-tools.tsx';
import { useShownPage } from '../../ui/lists/paging/paging.tsx';
import { useListView } from '../../ui/lists/paging/useAddressState.ts';
import { moneyText } from '../../ui/money/money.tsx';
import { AcceptAppeal } from './deciding/AcceptAppeal.tsx';
import OwnRequests from './own/OwnRequests.tsx';
import { KINDS, REQUESTS_FORMAT, STATES } from './requests-address.ts';
import { NoRequests, RequestItems } from './RequestItems.tsx';
import classes from './requests.module.css';
import { MIN_REASON } from '../../../core/limits.ts';
import { useSubmission } from '../../api/sending/submissions.ts';
import { reasonOf } from '../../ui/feedback/failure.ts';
import { toast, FIGURES_SHOWN_MS } from '../../ui/feedback/toast.tsx';
import { useRecordForm, useShown } from '../../ui/forms/record-form.ts';
import { type DecidingProps, DecisionSheet, NO_ANSWER, Changed, useFresh } from './deciding/DecisionSheet.tsx';
import { ChoiceFilter } from '../../ui/lists/filters/ChoiceFilter.tsx';
import { DaysFilter } from '../../ui/lists/filters/fields.tsx';
import { ListPanel } from '../../ui/lists/ListPanel.tsx';
import { readOwed } from '../../../contract/money/payments.ts';
import type { Output } from '../../../contract/operation.ts';
import { typeText } from '../../messages/fine-types.ts';
import { dayText } from '../../messages/formats.ts';
import { DialogLoading } from '../../ui/dialogs/ConfirmDialog.tsx';
import SameReference from '../../ui/money/same-reference.tsx';
import { rs } from '../../ui/money/money-text.ts';
import { type Claimed, claimed } from './deciding/claimed.ts';

export default function Requests(): JSX.Element {
  const { t } = useTexts();
  const view = useListView(REQUESTS_FORMAT);
  const { personId, page } = view;
  const isOwn = useSession().principal?.userId === personId;
  const found = REQUESTS_FORMAT.asked(view);
  const { list, total, pages, stale, failure } = useShownPage(
    view,
    useRead(listRequests, { query: { ...found, page } }),
  );
  const dialog = useRecordDialog<MemberRequest, 'accept' | 'refuse'>('request');

  const subject = dialog.subject?.kind === 'accept' || dialog.subject?.kind === 'refuse' ? dialog.subject : null;
  // Another window may have decided it meanwhile; then it may no longer be in the list.
  const asked = subject && (list?.items.find(({ id }) => id === subject.record.id) ?? subject.record);
  const of = asked && { key: dialog.opening, opened: dialog.opened, request: asked, onClose: dialog.close };

  const hasRows = list !== undefined && list.items.length > 0;
  const panel = (
    <ListPanel
      label={t('requests.label')}
      view={view}
      filters={personId === undefined && t('requests.filter.label')}
      search={{
        label: t('requests.filter.search'),
        placeholder: t('requests.filter.searchHint'),
        value: view.search,
        onChange: (search) => view.filter({ search }),
      }}
      fields={
        <>
          <ChoiceFilter
            label={t('requests.filter.state')}
            choices={STATES}
            value={view.state}
            textOf={(state) => (state === 'all' ? t('requests.filter.allStates') : t(`common.status.${state}`))}
            onChange={(state) => view.filter({ state })}
          />
          <ChoiceFilter
            label={t('requests.filter.kind')}
            choices={KINDS}
            value={view.kind}
            textOf={(kind) => (kind === 'all' ? t('requests.filter.allKinds') : t(`requests.kinds.${kind}`))}
            onChange={(kind) => view.filter({ kind })}
          />
          <DaysFilter {...view} />
        </>
      }
      menu={[useExport(exportRequests, { query: found })]}
      total={total}
      failure={failure}
      message={t('requests.failed')}
      empty={<NoRequests view={view} />}
      sums={
        hasRows && (
          <>
            {t('requests.count', { count: list.totalItems })}
            {list.claimed > 0 && ` · ${t('requests.claimed', { amount: moneyText(list.claimed, 'rs') })}`}
          </>
        )
      }
      pages={hasRows && { label: t('requests.pages'), page, pages, onChange: view.showPage }}
    >
      {(instead) => (
        <RequestItems
          {...instead}
          items={list?.items}
          stale={stale}
          ofPerson={personId !== undefined}
          onAccept={(request) => dialog.open('accept', request)}
          onRefuse={(request) => dialog.open('refuse', request)}
        />
      )}
    </ListPanel>
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

// Refuses a request, with an answer that the member reads (REQ-6, REQ-7).

function RefuseRequest(props: DecidingProps): JSX.Element {
  const { request, onClose } = props;
  const { t } = useTexts();
  const isClaim = request.kind === 'claim';
  const name = `request.refuse.${request.id}`;
  const submission = useSubmission(isClaim ? refuseClaim : refuseAppeal, {
    name,
    onSuccess: () => toast.success(t('requests.refuse.done')),
    complain: (error) => toast.error(t('requests.refuse.failed', { reason: reasonOf(error, t) }), { id: name }),
  });
  const form = useRecordForm({ base: NO_ANSWER, draftName: name, submission, onClose });

  const submit = (): void => {
    const answer = form.values.answer.trim();
    if (answer.length < MIN_REASON) {
      form.showProblems({ answer: t('requests.refuse.missing', { min: MIN_REASON }) });
      return;
    }
    void form.save(() => submission.send({ params: { requestId: request.id }, body: { answer } }));
  };
  return (
    <DecisionSheet
      {...props}
      title={t(isClaim ? 'requests.refuse.claimTitle' : 'requests.refuse.appealTitle')}
      saveLabel={t('requests.refuse.save')}
      danger
      form={form}
      answer={{ label: t('requests.refuse.answer'), hint: t('requests.refuse.hint'), required: true }}
      onSubmit={submit}
    />
  );
}

// Accepts "I have paid" (REQ-6): shows what the money pays and earlier payments with this reference, and takes it.

function AcceptClaim(props: DecidingProps): JSX.Element {
  const { opened, request, onClose } = props;
  const { t } = useTexts();
  const { id: requestId, userId, method, reference } = request;
  const name = `request.accept.${requestId}`;
  const query = useRead(readOwed, { params: { userId } }, { enabled: opened, keepPrevious: false });
  const submission = useSubmission(acceptClaim, {
    name,
    onSuccess: (answer) => toast.success(doneText(t, answer), { autoClose: FIGURES_SHOWN_MS }),
    onError: () => void query.refetch(),
    complain: (error) => toast.error(t('requests.accept.failed', { reason: reasonOf(error, t) }), { id: name }),
  });
  const form = useRecordForm({ base: NO_ANSWER, draftName: name, submission, onClose });
  const { values, busy } = form;
  const owed = useFresh(query);
  const effect = owed && claimed(owed, request);
  const figures = effect && JSON.stringify(effect.fines.map(({ id, outstanding }) => [id, outstanding]));
  const { changed, agree } = useShown(name, figures, form);

  const submit = (): void => {
    if (effect === undefined) return;
    agree();
    const fines = effect.fines.map(({ id: fineId, outstanding }) => ({ fineId, outstanding }));
    void form.save(() => submission.send({ params: { requestId }, body: { fines, answer: values.answer.trim() } }));
  };
  return (
    <DecisionSheet
      {...props}
      title={t('requests.accept.claimTitle')}
      saveLabel={t('requests.accept.saveClaim')}
      needsServer={t('collect.offline')}
      idle={effect === undefined}
      form={form}
      answer={{ label: t('requests.accept.answer') }}
      onSubmit={submit}
    >
      {effect === undefined ? (
        <DialogLoading
          failed={query.isError}
          message={t('requests.accept.unknown')}
          onTryAgain={() => void query.refetch()}
        />
      ) : (
        <>
          <Changed changed={changed} />
          <Pays effect={effect} />
          {method === 'Cash' && <p className={classes['text']}>{t('requests.accept.cash')}</p>}
          {method !== null && !form.unanswered && !busy && <SameReference method={method} reference={reference} />}
        </>
      )}
    </DecisionSheet>
  );
}

type Done = Output<typeof acceptClaim>;

/** All that the money did. `paid` and `toCredit` are missing in the answer of an older version. */
function doneText(
  t: Translate,
  answer: Pick<Done, 'request' | 'pendingFine'> & Partial<Pick<Done, 'paid' | 'toCredit'>>,
): string {
  const { request, pendingFine, paid = [], toCredit = 0 } = answer;
  return [
    t('requests.accept.doneClaim', { receipt: request.receipt ?? '' }),
    ...(paid.length > 0 ? [t('requests.accept.donePays', { count: paid.length })] : []),
    ...(pendingFine > 0 ? [t('requests.accept.doneStays', { amount: rs(pendingFine) })] : []),
    ...(toCredit > 0 ? [t('requests.accept.doneCredit', { amount: rs(toCredit) })] : []),
  ].join(' ');
}

function Pays({ effect: { fines, gets, stays, toCredit } }: { effect: Claimed }): JSX.Element {
  const { t } = useTexts();
  const paid = fines.filter(({ id }) => gets.has(id));
  return (
    <div aria-live="polite">
      {paid.length > 0 && (
        <>
          <p className={classes['text']}>{t('requests.accept.pays')}</p>
          <ul className={classes['pays']}>
            {paid.map(({ id, fineType, date, outstanding }) => (
              <li key={id}>
                <span>{t('requests.item.fine', { fineType: typeText(fineType), day: dayText(date) })}</span>
                <span>{t('requests.accept.gets', { amount: rs(gets.get(id) ?? 0), whole: rs(outstanding) })}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {stays > 0 && <p className={classes['text']}>{t('requests.accept.stays', { amount: rs(stays) })}</p>}
      {toCredit > 0 && <p className={classes['text']}>{t('requests.accept.toCredit', { amount: rs(toCredit) })}</p>}
    </div>
  );
}
