// What waits for this person today (DASH-16): a line for each thing, which leads to the list behind it. Where nothing
// waits there is nothing.
import { Button, Skeleton } from '@mantine/core';
import { type JSX, useState } from 'react';
import { handOverCash } from '../../../contract/money/cash.ts';
import { readToday, type Today as Waiting } from '../../../contract/overview.ts';
import { useRead } from '../../api/hooks.ts';
import { useMay, useSession } from '../../api/session.ts';
import { type Translate, useTexts } from '../../messages/index.ts';
import { HAND_OVER, PATHS } from '../../routing/paths.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { useLast } from '../../ui/dialogs/dialog-state.ts';
import { useUndo } from '../../ui/feedback/undo.ts';
import { Card } from '../../ui/layout/page.tsx';
import { moneyText } from '../../ui/money/money.tsx';
import classes from './dashboard.module.css';
import { useStickyError } from './queries.ts';

interface Line {
  key: string;
  text: string;
  to: string;
  /** what is done there, in a word */
  action?: string;
}

export function Today(): JSX.Element | null {
  const { t } = useTexts();
  const may = useMay();
  const { principal, organisation } = useSession();
  const reading = useRead(readToday, {}, { enabled: may(readToday) });
  const failed = useStickyError(reading) !== null;
  const { data } = reading;
  if (!may(readToday) || (data === undefined && failed)) return null;
  if (data === undefined) return <Skeleton height={90} mt={16} />;

  const { requests, overdue, promised, failedMails, cash, entered } = data;
  const sum = ({ count, amount }: Waiting['overdue']) => ({ count, amount: moneyText(amount, 'whole') });
  const days = new URLSearchParams({ by: principal?.email ?? '', from: organisation.today, to: organisation.today });
  const lines: (Line | false)[] = [
    requests > 0 && { key: 'requests', text: t('dashboard.today.requests', { count: requests }), to: PATHS.requests },
    overdue.count > 0 && {
      key: 'overdue',
      text: t('dashboard.today.overdue', sum(overdue)),
      to: `${PATHS.reminders}?show=overdue`,
      action: t('common.remind'),
    },
    promised.count > 0 && {
      key: 'promised',
      text: t('dashboard.today.promised', sum(promised)),
      to: `${PATHS.reminders}?show=promised-today`,
    },
    failedMails > 0 && {
      key: 'mails',
      text: t('dashboard.today.failedMails', { count: failedMails }),
      to: `${PATHS.sent}?state=given-up`,
    },
    cash > 0 && {
      key: 'cash',
      text: t('dashboard.today.cash', { amount: moneyText(cash, 'whole') }),
      ...(may(handOverCash) ? { to: HAND_OVER, action: t('dashboard.today.handOver') } : { to: PATHS.cashUp }),
    },
    hasAny(entered) && {
      key: 'entered',
      text: t('dashboard.today.entered', { what: recordsText(t, entered) }),
      to: `${PATHS.history}?${days.toString()}`,
    },
  ];
  const shown = lines.filter((line) => line !== false);
  if (shown.length === 0) return null;
  return (
    <Card component="section" data-screen-only aria-labelledby="today" className={classes['today'] ?? ''}>
      <h2 id="today">{t('dashboard.today.title')}</h2>
      <ul>
        {shown.map(({ key, text, to, action }) => (
          <li key={key} className={classes['line']}>
            <a href={`#${to}`}>
              {text}
              {action !== undefined && <strong>{action}</strong>}
            </a>
            {key === 'entered' && <UndoLast last={entered.last} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}

type Records = Omit<Waiting['entered'], 'last'> & { pictures?: number };

const hasAny = ({ fines, payments, waivers }: Records): boolean => fines + payments + waivers > 0;

const recordsText = (t: Translate, records: Records): string =>
  (['fines', 'pictures', 'payments', 'waivers'] as const)
    .flatMap((kind) => {
      const { [kind]: count = 0 } = records;
      return count > 0 ? t(`dashboard.today.records.${kind}`, { count }) : [];
    })
    .join(' · ');

/** Takes back what was entered last, after a question, because it may have been hours ago. */
function UndoLast({ last }: Pick<Waiting['entered'], 'last'>): JSX.Element | null {
  const { t } = useTexts();
  const undo = useUndo();
  const [asked, setAsked] = useState<Waiting['entered']['last']>(null);
  const what = useLast(asked);
  return (
    <>
      {last !== null && (
        <Button variant="subtle" aria-haspopup="dialog" onClick={() => setAsked(last)}>
          {t('common.undo.button')}
        </Button>
      )}
      {what !== null && (
        <ConfirmDialog
          opened={asked !== null}
          title={t('dashboard.today.undo')}
          message={t('dashboard.today.undone', { what: recordsText(t, what) })}
          confirmLabel={t('common.undo.button')}
          onConfirm={() => {
            undo(what.batch).undo?.run();
            setAsked(null);
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
