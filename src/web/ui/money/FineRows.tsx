// The fines of one person.
import { type CSSProperties, type JSX, useMemo } from 'react';
import type { ExplainedFine } from '../../../contract/overview.ts';
import { filledTexts } from '../../../core/fines/fine-texts.ts';
import { typeText } from '../../messages/fine-types.ts';
import { dayText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import type { Columns, Layout } from '../lists/table/columns.ts';
import { DataTable } from '../lists/table/DataTable.tsx';
import classes from './money.module.css';
import { TextButton } from '../controls/buttons.tsx';
import { FineDay } from '../feedback/status.tsx';
import { FineBadge, FineRest } from './FineState.tsx';
import { Money } from './money.tsx';

interface FineRowsProps {
  fines: readonly ExplainedFine[];
  /** the label of the table for screen readers */
  label: string;
  /** head of the first column */
  reasonLabel: string;
  /** the rows are of the previous page */
  stale: boolean;
  /** Reserves the height of this many rows, so that the layout below stays where it is. */
  minRows: number;
  /** The fines are the reader's own: each shows its note, and its reason opens more about it. */
  own?: { onOpen: (fine: ExplainedFine) => void };
}

type FineColumn = 'reason' | 'amount' | 'date' | 'status';

const LAYOUT: Layout<FineColumn> = {
  room: 'small',
  card: {
    lines: [
      ['reason', 'amount'],
      ['date', 'status'],
    ],
  },
};

export function FineRows({ fines, label, reasonLabel, stale, minRows, own }: FineRowsProps): JSX.Element {
  const { t } = useTexts();
  const columns = useMemo<Columns<ExplainedFine, FineColumn>>(
    () => ({
      reason: { label: reasonLabel, share: '40%', isName: true, render: (fine) => <Reason fine={fine} own={own} /> },
      amount: {
        label: t('common.fine.amount'),
        align: 'end',
        look: 'strong',
        render: (fine) => (
          <>
            <Money paisa={fine.amount} format="whole" />
            <FineRest fine={fine} format="whole" />
          </>
        ),
      },
      date: {
        label: t('common.fine.date'),
        look: 'aside',
        render: (fine) => <FineDay fine={fine} />,
      },
      status: { label: t('common.fine.status'), tight: true, render: (fine) => <FineBadge fine={fine} /> },
    }),
    [t, reasonLabel, own],
  );
  return (
    <div className={minRows > 0 ? classes['room'] : ''} style={{ '--count': minRows } as CSSProperties}>
      <DataTable label={label} columns={columns} layout={LAYOUT} rows={fines} idOf={idOf} stale={stale} empty={null} />
    </div>
  );
}

const idOf = ({ id }: ExplainedFine): string => id;

/** The reason and what else was said, in the words of whoever gave the fine (OVERVIEW-16), and why it was doubled (REPEAT-13). */
function Reason({ fine, own }: { fine: ExplainedFine; own: FineRowsProps['own'] }): JSX.Element {
  const { t } = useTexts();
  const { fineType, doubling } = fine;
  const earlier = doubling?.earlier ?? null;
  return (
    <>
      {own === undefined ? (
        <bdi>{typeText(fineType)}</bdi>
      ) : (
        <TextButton onClick={() => own.onOpen(fine)}>
          <bdi>{typeText(fineType)}</bdi>
        </TextButton>
      )}
      {own !== undefined &&
        filledTexts(fine).map(([name, text]) => (
          <small key={name} className={classes['aside']}>
            <bdi>{text}</bdi>
          </small>
        ))}
      {doubling !== null && (
        <small className={classes['aside']}>
          {earlier === null
            ? t('common.fine.doubled')
            : t('common.fine.doubledAfter', { fineType: typeText(earlier.fineType), day: dayText(earlier.date) })}
        </small>
      )}
    </>
  );
}
