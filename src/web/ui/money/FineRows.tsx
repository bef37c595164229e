// The fines of one person: a table, on phones a list.
import { useMediaQuery } from '@mantine/hooks';
import type { JSX } from 'react';
import type { ExplainedFine } from '../../../contract/overview.ts';
import { dayText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import { BELOW_TABLET } from '../layout/breakpoint.ts';
import classes from './FineRows.module.css';
import { FineBadge, FineRest } from './FineState.tsx';
import { Money } from './Money.tsx';

interface FineRowsProps {
  fines: readonly ExplainedFine[];
  /** names the table to a screen reader */
  label: string;
  /** head of the first column */
  reasonLabel: string;
  /** the rows are of the previous page */
  stale: boolean;
  /** Reserves the height of so many rows, so that the layout below stays where it is. */
  minRows: number;
  /** Shows the note of each fine. */
  notes?: boolean;
}

/** Of a row, in pixels: one line of text each in the table, two in the list. */
const ROW_HEIGHT = { table: 45, list: 72 };
const HEAD_HEIGHT = 38;

export function FineRows(props: FineRowsProps): JSX.Element {
  const narrow = useMediaQuery(BELOW_TABLET, undefined, { getInitialValueInEffect: false });
  const { stale, minRows } = props;
  const room = narrow ? minRows * ROW_HEIGHT.list : minRows * ROW_HEIGHT.table + HEAD_HEIGHT;
  return (
    <div
      className={classes['frame']}
      style={minRows > 0 ? { minBlockSize: room } : {}}
      data-stale={stale || undefined}
      aria-busy={stale}
    >
      {narrow ? <FineList {...props} /> : <FineTable {...props} />}
    </div>
  );
}

function FineTable({ fines, label, reasonLabel, notes = false }: FineRowsProps): JSX.Element {
  const { t } = useTexts();
  return (
    <table aria-label={label} className={classes['table']}>
      <thead>
        <tr>
          <th scope="col">{reasonLabel}</th>
          <th scope="col" className={classes['amount']}>
            {t('common.fine.amount')}
          </th>
          <th scope="col">{t('common.fine.date')}</th>
          <th scope="col">{t('common.fine.status')}</th>
        </tr>
      </thead>
      <tbody>
        {fines.map((fine) => (
          <tr key={fine.id}>
            <td className={classes['reason']}>
              <bdi>{fine.fineType}</bdi>
              {notes ? <Note of={fine} /> : null}
              <Doubling of={fine} />
            </td>
            <td className={classes['amount']}>
              <Money rupees={fine.amount} format="whole" />
              <FineRest fine={fine} format="whole" />
            </td>
            <td className={classes['date']}>
              <time dateTime={fine.date}>{dayText(fine.date)}</time>
            </td>
            <td>
              <FineBadge fine={fine} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function FineList({ fines, label, notes = false }: FineRowsProps): JSX.Element {
  return (
    <ul aria-label={label} className={classes['list']}>
      {fines.map((fine) => (
        <li key={fine.id} className={classes['item']}>
          <span className={classes['reason']}>
            <bdi>{fine.fineType}</bdi>
          </span>
          <strong className={classes['listAmount']}>
            <Money rupees={fine.amount} format="whole" />
            <FineRest fine={fine} format="whole" />
          </strong>
          <time dateTime={fine.date} className={classes['listDate']}>
            {dayText(fine.date)}
          </time>
          <FineBadge fine={fine} />
          {notes ? <Note of={fine} /> : null}
          <Doubling of={fine} />
        </li>
      ))}
    </ul>
  );
}

/** Why it was given, in the words of whoever did (OVERVIEW-16). */
function Note({ of: { description } }: { of: ExplainedFine }): JSX.Element | null {
  return description === '' ? null : (
    <small className={classes['aside']}>
      <bdi>{description}</bdi>
    </small>
  );
}

/** Why a fine was doubled (REPEAT-13). */
function Doubling({ of: { doubling } }: { of: ExplainedFine }): JSX.Element | null {
  const { t } = useTexts();
  if (doubling === null) return null;
  const { earlier } = doubling;
  return (
    <small className={classes['aside']}>
      {earlier === null
        ? t('common.fine.doubled')
        : t('common.fine.doubledAfter', { fineType: earlier.fineType, day: dayText(earlier.date) })}
    </small>
  );
}
