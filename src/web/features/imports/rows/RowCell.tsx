// A cell of the file as text or, if it is wrong or its row is opened, as a field in which to correct it.
import { Autocomplete, type AutocompleteProps, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type JSX, type KeyboardEvent, type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { lastDayInstead } from '../../../../core/calendar.ts';
import { DAY_COLUMNS, type ImportColumn } from '../../../../core/files/import-columns.ts';
import { useSession } from '../../../api/session.ts';
import { dayText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { typeText } from '../../../messages/fine-types.ts';
import { LineProblems, LineRight } from '../../../ui/lists/list-tools.tsx';
import { moneyText } from '../../../ui/money/money.tsx';
import type { Charge, CheckedRow } from './rows.ts';
import classes from '../imports.module.css';
import { useDebouncedValue } from '@mantine/hooks';
import { foldLetters } from '../../../../core/text/letters.ts';
import { type UserOption, useUserOptions } from '../../../ui/people/useUserOptions.ts';

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
  if (text === '')
    return (
      <Text span inherit c="dimmed">
        –
      </Text>
    );
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

// A field for the member of a fine that suggests who may be meant, because a mistyped name is the most common mistake.

const BEGINNING = 3;

/**
 * The users of this name; or else those whose names begin alike, since a slip is seldom in the first letters; or else
 * those with this first name.
 */
function useSuggested(search: string, enabled: boolean): UserOption[] {
  const words = search.split(/\s+/);
  const [firstWord = ''] = words;
  const whole = useUserOptions(search, enabled);
  const unknown = enabled && whole.fresh && whole.items.length === 0;
  const alike = useUserOptions(words.map((word) => [...word].slice(0, BEGINNING).join('')).join(' '), unknown);
  const apart = unknown && alike.fresh && alike.items.length === 0 && words.length > 1;
  const part = useUserOptions(firstWord, apart);
  const last = apart ? part : unknown ? alike : whole;
  // Suggestions stay until the next ones are known: one that is highlighted in between would be lost.
  const [shown, setShown] = useState(whole.items);
  if (!last.fresh && !last.failed) return shown;
  if (last.items !== shown) setShown(last.items);
  return last.items;
}

interface MemberFieldProps extends AutocompleteProps {
  row: CheckedRow;
  focused: boolean;
  value: string;
  ref: Ref<HTMLInputElement>;
  /** A suggestion was chosen. */
  onTake: (text: string) => void;
}

function MemberField({ row, focused, onTake, ...field }: MemberFieldProps): JSX.Element {
  const [search] = useDebouncedValue(field.value.trim(), 100);
  const items = useSuggested(search, focused);
  const ambiguous = row.problems.some(({ problem }) => problem === 'member-ambiguous');
  const names = Map.groupBy(items, ({ userName }) => foldLetters(userName));
  /** A text that means this user alone. */
  const wordFor = ({ userName, userEmail, id }: UserOption): string =>
    ambiguous || (names.get(foldLetters(userName))?.length ?? 0) > 1 ? (userEmail ?? id) : userName;
  const offered = new Map(items.map((user) => [wordFor(user), user]));
  return (
    <Autocomplete
      {...field}
      size="md"
      data={[...offered.keys()]}
      filter={({ options }) => options}
      onOptionSubmit={onTake}
      maxDropdownHeight={260}
      comboboxProps={{ width: 280, position: 'bottom-start' }}
      renderOption={({ option: { value } }) => (
        <Stack gap={0} align="start" miw={0} className={classes['text'] ?? ''}>
          <bdi>{offered.get(value)?.userName ?? value}</bdi>
          <Text component="bdi" c="dimmed" fz="sm">
            {offered.get(value)?.userEmail ?? ''}
          </Text>
        </Stack>
      )}
    />
  );
}

// The wrong fields of the rows, and going from one to the next as in a spreadsheet (FILE-14).

const WRONG = '[aria-invalid="true"]';

/** Brings the field with its row into view and selects its text, so that typing replaces it. */
function goTo(field: HTMLInputElement): void {
  field.focus();
  field.select();
  field.closest('tbody')?.scrollIntoView({ block: 'nearest' });
}

export function goToFirstWrong(rows: HTMLElement): void {
  const first = rows.querySelector<HTMLInputElement>(WRONG);
  if (first !== null) goTo(first);
}

/** The next wrong field below, or else the first above; null if there is no other. */
function nextWrong(from: HTMLElement): HTMLInputElement | null {
  const fields = [...(from.closest('table')?.querySelectorAll<HTMLInputElement>(WRONG) ?? [])];
  const isBelow = (field: HTMLElement): boolean =>
    (from.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return fields.find(isBelow) ?? fields.find((field) => field !== from) ?? null;
}

const goToNextWrong = (from: HTMLElement): void => {
  const next = nextWrong(from);
  if (next !== null) goTo(next);
};

// What is wrong in a row, why it is left out, or what it does: whom a fine charges, and how much.

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
    <Group gap="0 12px" c="dimmed" fz="sm">
      {before && <span>{t('imports.rows.twice')}</span>}
      {same !== null && <span>{t('imports.rows.sameAs', { row: same })}</span>}
      {future && <span>{t('imports.rows.inFuture')}</span>}
      {doubled && earlier !== null && (
        <span>
          {t('imports.rows.doubledAfter', { fineType: typeText(earlier.fineType), day: dayText(earlier.date) })}
        </span>
      )}
    </Group>
  );
}
