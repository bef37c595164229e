// The lines of a statement: a table on a wide screen and on paper, two lines each on a phone. On paper the head is
// repeated on each page.
import { Box } from '@mantine/core';
import type { JSX } from 'react';
import type { Statement, StatementLine } from '../../../../contract/money/statements.ts';
import { typeText } from '../../../messages/fine-types.ts';
import { dayText, recordedText } from '../../../messages/formats.ts';
import { type Translate, useTexts } from '../../../messages/index.ts';
import { ownPaperPath, paperPath } from '../../../routing/paths.ts';
import { TextLink } from '../../../ui/controls/buttons.tsx';
import { Money } from '../../../ui/money/money.tsx';
import classes from './receipts.module.css';

/** The words before the number, and those after it. */
function wordsOf({ kind, fineType, method, reason }: StatementLine, t: Translate): [before: string, behind: string] {
  const before = [t(`payments.statement.kind.${kind}`), typeText(fineType)].filter((text) => text !== '').join(' · ');
  return [
    before,
    (method === null ? '' : ` · ${t(`common.method.${method}`)}`) + (reason === '' ? '' : `: ${recordedText(reason)}`),
  ];
}

/** A link to a receipt or a voucher. */
function PaperLink({ number, own }: { number: string; own: boolean }): JSX.Element {
  const to = own ? ownPaperPath(number) : paperPath(number);
  return <TextLink to={to}>{number}</TextLink>;
}

/** `own`: the reader is the member. */
export function StatementLines({ statement, own }: { statement: Statement; own: boolean }): JSX.Element {
  const { t } = useTexts();
  const { userName, userId, from, to, opening, closing, overdue, toCome, lines, leftOut } = statement;
  return (
    <table className={classes['table']} aria-label={t('payments.statement.title')}>
      <thead>
        <tr data-paper-only>
          <td colSpan={4}>
            <strong>
              <bdi>{recordedText(userName)}</bdi>
            </strong>{' '}
            <small>{t('payments.receipt.memberId', { id: userId })}</small>
            <br />
            {t('payments.statement.title')} · {t('payments.statement.period', { from: dayText(from), to: dayText(to) })}
          </td>
        </tr>
        <tr>
          <th scope="col">{t('payments.statement.day')}</th>
          <th scope="col">{t('payments.statement.what')}</th>
          <th scope="col" className={classes['figure']}>
            {t('payments.statement.amount')}
          </th>
          <th scope="col" className={classes['figure']}>
            {t('payments.statement.balance')}
          </th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td colSpan={3}>
            {t('payments.statement.opening')}
            {leftOut > 0 && ` (${t('payments.statement.leftOut', { count: leftOut })})`}
          </td>
          <Figure paisa={opening} />
        </tr>
        {lines.map((line, index) => {
          const [before, behind] = wordsOf(line, t);
          const paper = line.number !== null && <PaperLink number={line.number} own={own} />;
          return (
            <tr key={index}>
              <td className={classes['day']}>
                <time dateTime={line.day}>{dayText(line.day)}</time>
                {paper !== false && <span className={classes['onCards']}> · {paper}</span>}
              </td>
              <td className={classes['what']}>
                <bdi>
                  {before}
                  {paper !== false && <span className={classes['inColumns']}> · {paper}</span>}
                  {behind}
                </bdi>
                <LineDue dueOn={line.dueOn} />
              </td>
              <Figure paisa={line.amount} kind={line.kind} />
              <Figure paisa={line.balance} />
            </tr>
          );
        })}
        <tr className={classes['closing']}>
          <td colSpan={3}>{t('payments.statement.closing')}</td>
          <Figure paisa={closing} />
        </tr>
        <OverdueRow overdue={overdue} />
        {toCome !== null && (
          <tr className={classes['closing']}>
            <td colSpan={2}>{t('payments.statement.toCome')}</td>
            <Figure paisa={toCome.amount} />
            <Figure paisa={toCome.owed} />
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** `kind`: the kind of line. A lower balance is no warning, so the figure is plain. */
function Figure({ paisa, kind }: { paisa: number; kind?: StatementLine['kind'] }): JSX.Element {
  return (
    <td className={classes['figure']} data-kind={kind}>
      <Money paisa={paisa} format="figure" plain />
    </td>
  );
}

// Due days on a statement: that of each fine, and how much of the closing balance is overdue (DUE-7).

function LineDue({ dueOn }: { dueOn: string | null }): JSX.Element | null {
  const { t } = useTexts();
  return dueOn === null ? null : (
    <Box component="small" c="dimmed" display="block">
      {t('common.fine.due', { day: dayText(dueOn) })}
    </Box>
  );
}

/** Below the closing balance; not shown if nothing is overdue, or if the statement ends before today. */
function OverdueRow({ overdue }: { overdue: number | null }): JSX.Element | null {
  const { t } = useTexts();
  return overdue === null || overdue === 0 ? null : (
    <tr>
      <td colSpan={3}>{t('payments.statement.overdue')}</td>
      <td className={classes['figure']}>
        <Money paisa={overdue} format="figure" />
      </td>
    </tr>
  );
}
