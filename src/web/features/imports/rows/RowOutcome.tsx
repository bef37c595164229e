// What is wrong in a row, why it is left out, or what it does: whom a fine charges, and how much.
import type { JSX, ReactNode } from 'react';
import { typeText } from '../../../messages/fine-types.ts';
import { dayText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { LineProblems, LineRight } from '../../../ui/lists/list-tools.tsx';
import { moneyText } from '../../../ui/money/money.tsx';
import type { CheckedRow, Charge } from './rows.ts';
import classes from '../imports.module.css';

export function RowOutcome({ row }: { row: CheckedRow }): JSX.Element | null {
  const { t } = useTexts();
  const { ticked, problems, before, charge, doubt } = row;
  if (!ticked) return <>{t(before ? 'imports.rows.leftOutBefore' : `imports.doubt.${doubt ?? 'none'}`)}</>;
  if (problems.length > 0) return null;
  if (charge !== null) {
    return (
      <span>
        <bdi>{charge.userName}</bdi> · <strong>{moneyText(charge.amount, 'rs')}</strong>
      </span>
    );
  }
  return <LineRight>{t('imports.rows.fine')}</LineRight>;
}

/** The problems of a row, or else the notes on what it does; across the row. */
export function notesOf(row: CheckedRow, id: string): ReactNode {
  if (row.problems.length > 0) return <Problems row={row} id={id} />;
  const { charge, before, ticked, same } = row;
  const says = ticked && charge !== null && (before || same !== null || charge.future || charge.doubled);
  return says ? <ChargeNotes charge={charge} before={before} same={same} /> : null;
}

function Problems({ row: { problems, cells }, id }: { row: CheckedRow; id: string }): JSX.Element {
  const { t } = useTexts();
  const sentences = problems.map(({ column, problem, earlier }) =>
    problem === 'doubled-too-large' && earlier !== undefined
      ? t('imports.rows.doubledTooLarge', { row: earlier })
      : t(`imports.problem.${problem}`, {
          column: t(`imports.column.${column}`),
          cell: cells[column] ?? '',
          row: earlier ?? 0,
        }),
  );
  return <LineProblems id={id} sentences={sentences} />;
}

interface ChargeNotesProps extends Pick<CheckedRow, 'before' | 'same'> {
  charge: Charge;
}

function ChargeNotes({ charge, before, same }: ChargeNotesProps): JSX.Element {
  const { t } = useTexts();
  const { doubled, future, earlier } = charge;
  return (
    <span className={classes['notes']}>
      {before && <span>{t('imports.rows.twice')}</span>}
      {same !== null && <span>{t('imports.rows.sameAs', { row: same })}</span>}
      {future && <span>{t('imports.rows.inFuture')}</span>}
      {doubled && earlier !== null && (
        <span>
          {t('imports.rows.doubledAfter', { fineType: typeText(earlier.fineType), day: dayText(earlier.date) })}
        </span>
      )}
    </span>
  );
}
