// The dialogs of the Fines screen. Each is fetched only when needed, which saves time, and the rest of the screen works
// even if one cannot be fetched.
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import type { Fine } from '../../../../contract/fines/fines.ts';
import { lazyPart } from '../../../routing/lazy-screen.tsx';
import { useEver, useLast } from '../../../ui/dialogs/dialog-state.ts';
import type { Adding } from '../adding/useAdding.ts';
import { ConfirmAction } from '../changing/ConfirmAction.tsx';
import { reverseWaiver, type TickedQuestion, useFineQuestion, owedOf } from '../changing/questions.ts';
import type { FineChanges } from '../changing/useFineChanges.ts';
import type { FinesView } from '../fines-list.ts';
import type { FineDialogs as Dialogs } from './useFineDialogs.ts';
import { Alert, Text } from '@mantine/core';
import { MAX_LENGTH, MIN_REASON } from '../../../../core/limits.ts';
import { useDraft } from '../../../api/sending/drafts.ts';
import { recordedText, dayText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { ReasonInput } from '../../../ui/forms/ReasonInput.tsx';
import { useTooLong } from '../../../ui/forms/fields/checks.ts';
import { Money, moneyText } from '../../../ui/money/money.tsx';
import { addPaisa } from '../../../../core/money/money.ts';
import { HowPaid, useReferenceCheck } from '../details/HowPaid.tsx';
import classes from '../fines.module.css';
import { type SeveralChanges, WAIVING_REASON } from '../changing/useSeveralChanges.ts';
import { readDeletions } from '../../../../contract/fines/several-fines.ts';
import type { Output } from '../../../../contract/operation.ts';
import { useRead } from '../../../api/hooks.ts';
import { useMayChange } from '../../../api/session.ts';
import { typeText } from '../../../messages/fine-types.ts';

/** They are preloaded after this time, because the fines come first. */
const PRELOAD_AFTER_MS = 1000;

const addFine = lazyPart(() => import('../adding/AddFineDialog.tsx'));
const fineDialog = lazyPart(() => import('../details/FineDialog.tsx'));
const waiveDialog = lazyPart(() => import('../changing/WaiveDialog.tsx'));

interface FineDialogsProps {
  dialogs: Dialogs;
  changes: FineChanges;
  view: FinesView;
  /** null for those who may not add fines */
  adding: Adding | null;
  /** those on the screen: another window may change a fine meanwhile, so the question is about the fine as it is now */
  fines: readonly Fine[] | undefined;
  ticked: readonly Fine[];
}

export function FineDialogs({ dialogs, changes, view, adding, fines, ticked }: FineDialogsProps): ReactNode {
  const { question, ticking, waiving, unwaiving, details, close } = dialogs;
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const one of [addFine, fineDialog, waiveDialog, reverseWaiver]) one.preload();
    }, PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const hasAdded = useEver(view.adding);
  const hasWaived = useEver(waiving !== null);
  const hasTakenBack = useEver(unwaiving !== null);
  const hasTicked = useEver(ticking !== null);
  const hasAsked = useEver(question !== null);
  const asItIs = (fine: Fine): Fine => fines?.find(({ id }) => id === fine.id) ?? fine;

  return (
    <>
      <Suspense>
        {hasAdded && adding !== null && (
          <addFine.Screen
            opened={view.adding}
            forUser={adding.forUser}
            shownUser={adding.shownUser}
            onAdded={view.closeAdded}
            hide={changes.hide}
            onClose={view.closeAdd}
          />
        )}
        {details.subject !== null && (
          <fineDialog.Screen dialog={details} onAction={dialogs.ask} isPending={changes.isPending} />
        )}
        {hasWaived && <waiveDialog.Screen fine={waiving && asItIs(waiving)} onClose={() => close('waiving')} />}
        {hasTakenBack && (
          <reverseWaiver.Screen of={unwaiving && { fineId: unwaiving.id }} onClose={() => close('unwaiving')} />
        )}
      </Suspense>
      {hasTicked && (
        <ConfirmTicked
          question={ticking !== null && ticked.length > 0 ? { ...ticking, fines: ticked } : null}
          onClose={() => close('ticking')}
          onConfirm={(act) => {
            close('ticking');
            act(changes.several);
          }}
        />
      )}
      {hasAsked && (
        <ConfirmAction
          question={question && { ...question, fine: asItIs(question.fine) }}
          onClose={() => close('question')}
          onConfirm={({ action, fine }, deletion, payment) => {
            close('question');
            if (action === 'delete') {
              details.close();
              changes.remove(fine, deletion);
            } else if (action === 'mark-paid') changes.setStatus(fine, { status: 'Paid', ...payment });
            else changes.setStatus(fine, { status: 'Pending' });
          }}
        />
      )}
    </>
  );
}

// Asks once before the ticked fines are paid, waived or deleted. It shows how many, their sum and whose they are, and
// takes the payment or the reason.

function ConfirmTicked(props: {
  /** with the fines as they are now; null while nothing is asked */
  question: (TickedQuestion & { fines: readonly Fine[] }) | null;
  /** `act` carries out what was confirmed. */
  onConfirm: (act: (several: SeveralChanges) => void) => void;
  onClose: () => void;
}): ReactNode {
  const { question, onConfirm, onClose } = props;
  const { t } = useTexts();
  const { payment, setPayment, changed, figures } = useFineQuestion(question);
  const { lookingUp, check } = useReferenceCheck();
  const [reason, setReason] = useDraft(WAIVING_REASON, '');
  const [reasonMissing, setReasonMissing] = useState(false);
  const tooLong = useTooLong()(reason, MAX_LENGTH.reason);
  const together = useReducedTogether(question?.action === 'delete' ? question.fines : []);

  // The words stay while the dialog fades out.
  const last = useLast(question);
  const action = last?.action ?? 'pay';
  // A fine of 0 has nothing to waive.
  const fines = (last?.fines ?? []).filter(({ outstanding }) => action !== 'waive' || outstanding > 0);
  const sum = (all: readonly Fine[]): number =>
    action === 'delete' ? addPaisa(...all.map(({ amount }) => amount)) : owedOf(all);
  const paid = addPaisa(...fines.map(({ paidAmount }) => paidAmount));

  const confirm = async (): Promise<void> => {
    if (question === null || lookingUp) return;
    if (action === 'pay') {
      if (await check(payment)) onConfirm(({ pay }) => pay(fines, payment));
    } else if (action === 'delete') {
      onConfirm(({ remove }) =>
        remove(
          fines,
          together.reductions?.map(({ fineId }) => fineId),
        ),
      );
    } else if (reason.trim().length < MIN_REASON) {
      setReasonMissing(true);
    } else if (tooLong === null) {
      onConfirm(({ waive }) => waive(fines, reason.trim()));
    }
  };

  const count = fines.length;
  const amount = moneyText(sum(fines), 'rs');
  const words = {
    pay: {
      title: t('fines.confirmPaid.title'),
      question: t('fines.ticked.question', { count, amount }),
      confirm: t('fines.ticked.pay'),
    },
    waive: {
      title: t('fines.ticked.waiveTitle'),
      question: t('fines.ticked.waiveQuestion', { count, amount }),
      confirm: t('fines.ticked.waive'),
    },
    delete: {
      title: t('fines.ticked.deleteTitle'),
      question: t('fines.ticked.deleteQuestion', { count, amount }),
      confirm: t('fines.ticked.delete'),
    },
  }[action];

  return (
    <ConfirmDialog
      opened={question !== null}
      title={words.title}
      needsServer={action !== 'pay' || t('collect.offline')}
      step={figures}
      message={
        <>
          {changed && (
            <Alert color="yellow" role="alert" mb="sm">
              {t('fines.ticked.changed')}
            </Alert>
          )}
          <Text mb={12}>
            {words.question}
            {action === 'delete' && ` ${t('fines.confirmDelete.warning')}.`}
          </Text>
          <ul className={classes['payers']}>
            {[...Map.groupBy(fines, ({ userId }) => userId)].map(([userId, own]) => (
              <li key={userId}>
                <span>
                  <strong dir="auto">{recordedText(own[0]?.userName ?? '')}</strong>
                  <Text span c="dimmed" fz="xs" display="block">
                    {t('fines.ticked.ofUser', { count: own.length })}
                  </Text>
                </span>
                <Money paisa={sum(own)} format="rs" />
              </li>
            ))}
          </ul>
          {action === 'pay' && owedOf(fines) > 0 && (
            <HowPaid payment={payment} onChange={setPayment} onEnter={() => void confirm()} />
          )}
          {action === 'waive' && (
            <ReasonInput
              label={t('fines.waive.reason')}
              required
              readOnly={false}
              value={reason}
              error={reasonMissing ? t('fines.waive.reasonMissing') : undefined}
              onChange={(text) => {
                setReasonMissing(false);
                setReason(text);
              }}
              onEnter={() => void confirm()}
            />
          )}
          {action === 'delete' && (
            <>
              {paid > 0 && <Text my="md">{t('fines.ticked.toCredit', { amount: moneyText(paid, 'rs') })}</Text>}
              <ReducedTogether together={together} />
            </>
          )}
        </>
      }
      confirmLabel={words.confirm}
      danger={action === 'delete'}
      busy={lookingUp}
      disabled={together.isForbidden}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}

// What deleting several fines does to others, as shown in the question before it (LIST-35).

interface Reductions {
  /** undefined until known */
  reductions: Output<typeof readDeletions>['reductions'] | undefined;
  /** what late surcharges go with them */
  surcharges: number;
  pictures: number;
  failed: boolean;
  /** It affects a fine that somebody else has to decide on. */
  isForbidden: boolean;
}

/** `fines`: empty while nothing is asked. */
function useReducedTogether(fines: readonly Fine[]): Reductions {
  const mayChange = useMayChange();
  const read = useRead(
    readDeletions,
    { body: { fineIds: fines.map(({ id }) => id) } },
    { enabled: fines.length > 0, keepPrevious: false },
  );
  // An answer to an earlier question may no longer be true.
  const {
    reductions,
    surcharges = 0,
    pictures = 0,
  } = (fines.length === 0 || read.isFetching ? undefined : read.data) ?? {};
  const isForbidden = reductions?.some(({ fineId }) => !mayChange.removeFine(fineId)) ?? false;
  return { reductions, surcharges, pictures, failed: read.isError, isForbidden };
}

function ReducedTogether({ together }: { together: Reductions }): ReactNode {
  const { reductions, surcharges, pictures, failed, isForbidden } = together;
  const { t } = useTexts();
  return (
    <div className={classes['consequence']} aria-live="polite">
      {reductions === undefined ? (
        t(failed ? 'fines.confirmDelete.unknown' : 'fines.confirmDelete.looking')
      ) : reductions.length === 0 ? (
        t('fines.confirmDelete.nothingElse')
      ) : (
        <>
          {t('fines.ticked.reduces', { count: reductions.length })}
          <ul className={classes['reduced']}>
            {reductions.map(({ fineId, fineType, date, from, to, toGiveBack }) => (
              <li key={fineId}>
                {t(toGiveBack > 0 ? 'fines.ticked.reducedPaid' : 'fines.ticked.reduced', {
                  fineType: typeText(fineType),
                  date: dayText(date),
                  from: moneyText(from, 'rs'),
                  to: moneyText(to, 'rs'),
                  difference: moneyText(toGiveBack, 'rs'),
                })}
              </li>
            ))}
          </ul>
        </>
      )}
      {surcharges > 0 && ` ${t('fines.ticked.surcharges', { amount: moneyText(surcharges, 'rs') })}`}
      {pictures > 0 && ` ${t('fines.confirmDelete.pictures', { count: pictures })}`}
      {isForbidden && ` ${t('fines.confirmDelete.notOwn')}`}
    </div>
  );
}
