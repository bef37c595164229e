// A cell of the file as text or, if it is wrong or its row is opened, as a field in which to correct it.
import { Autocomplete, Textarea, TextInput } from '@mantine/core';
import type { JSX, KeyboardEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import { lastDayInstead } from '../../../../core/calendar.ts';
import { DAY_COLUMNS, type ImportColumn } from '../../../../core/files/import-columns.ts';
import { useSession } from '../../../api/session.ts';
import { dayText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import type { CheckedRow } from './rows.ts';
import { MemberField } from './MemberField.tsx';
import classes from './rows.module.css';
import { goToNextWrong, nextWrong } from './wrong-fields.ts';

interface RowCellProps {
  row: CheckedRow;
  column: ImportColumn;
  /** All cells of its row are fields. */
  open: boolean;
  /** the first cell of its row, which gets the focus when the row is opened */
  first: boolean;
  /** of the element with the problems of the row */
  problemsId: string;
  onCorrect: (row: number, column: ImportColumn, text: string) => void;
}

export function RowCell(props: RowCellProps): JSX.Element {
  const { row, column, open } = props;
  // A corrected cell stays a field until the focus leaves it; otherwise the focus would be lost.
  const [focused, setFocused] = useState(false);
  const wrong = row.ticked && row.problems.some((problem) => problem.column === column);
  if (wrong || open || focused) return <Field {...props} wrong={wrong} focused={focused} onFocused={setFocused} />;
  const cell = row.cells[column] ?? '';
  // A day is shown as it was understood.
  const text = column === 'date' && row.charge !== null ? dayText(row.charge.date) : cell;
  if (text === '') return <span className={classes['none']}>–</span>;
  return <bdi className={classes['value']}>{text}</bdi>;
}

interface FieldProps extends RowCellProps {
  wrong: boolean;
  focused: boolean;
  onFocused: (focused: boolean) => void;
}

/**
 * What is typed is checked when the field is left, or on Enter, which also leads to the next wrong field. Escape
 * restores the former text.
 */
function Field({
  row,
  column,
  open,
  first,
  problemsId,
  onCorrect,
  wrong,
  focused,
  onFocused,
}: FieldProps): JSX.Element {
  const { t } = useTexts();
  const { today } = useSession().organisation;
  const cell = row.cells[column] ?? '';
  const [typed, setTyped] = useState(cell);
  const [before, setBefore] = useState(cell);
  if (cell !== before) {
    setBefore(cell);
    setTyped(cell);
  }
  const place = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  useEffect(() => {
    if (open && first) place.current?.focus();
  }, [open, first]);
  const take = (given = typed): void => {
    const text = given.trim();
    if (text !== cell) onCorrect(row.row, column, text);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    // If a suggestion is highlighted, Enter takes that one.
    const offered = event.currentTarget.getAttribute('aria-activedescendant') !== null;
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing && !offered) {
      event.preventDefault();
      // Leaving the field takes what was typed.
      if (wrong && nextWrong(event.currentTarget) !== null) goToNextWrong(event.currentTarget);
      else take();
    }
    if (event.key === 'Escape') setTyped(cell);
  };
  const shared = {
    ref: place,
    'aria-label': t('imports.rows.cell', { column: t(`imports.column.${column}`), row: row.number }),
    'aria-describedby': wrong ? problemsId : undefined,
    error: wrong,
    autoComplete: 'off',
    spellCheck: false,
    className: classes['field'] ?? '',
    value: typed,
    onFocus: () => onFocused(true),
    onBlur: () => {
      onFocused(false);
      take();
    },
    onKeyDown,
  };
  const onTake = (text: string): void => {
    take(text);
    // Only after the field shows the suggestion: leaving it earlier would take what was typed before.
    if (wrong) setTimeout(() => place.current !== null && goToNextWrong(place.current));
  };
  if (column === 'member')
    return <MemberField {...shared} row={row} focused={focused} onChange={setTyped} onTake={onTake} />;
  if (DAY_COLUMNS.has(column)) {
    const day = lastDayInstead(typed, today);
    return (
      <Autocomplete
        {...shared}
        size="md"
        data={day === null ? [] : [day]}
        filter={({ options }) => options}
        onChange={setTyped}
        onOptionSubmit={onTake}
      />
    );
  }
  return cell.includes('\n') ? (
    <Textarea {...shared} autosize maxRows={6} onChange={({ currentTarget }) => setTyped(currentTarget.value)} />
  ) : (
    <TextInput {...shared} onChange={({ currentTarget }) => setTyped(currentTarget.value)} />
  );
}
