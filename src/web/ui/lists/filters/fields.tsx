// The fields of filters that come with the screens that have them.
import { Select } from '@mantine/core';
import { type JSX, useState } from 'react';
import { type CalendarDay, parseDay } from '../../../../core/calendar.ts';
import { useSession } from '../../../api/session.ts';
import { dayText, recordedText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { DayInput } from '../../forms/fields/DayInput.tsx';
import type { ChoiceFilterProps } from './ChoiceFilter.tsx';

/** One out of several choices, in a list below the field. */
export function SelectFilter<C extends string>(props: ChoiceFilterProps<C>): JSX.Element {
  const { label, choices, value, textOf, onChange } = props;
  return (
    <Select
      data-unset={value === choices[0] || undefined}
      label={label}
      allowDeselect={false}
      data={choices.map((choice) => ({ value: choice, label: textOf(choice) }))}
      value={value}
      onChange={(chosen) => chosen !== null && onChange(chosen)}
      comboboxProps={{ withinPortal: false, keepMounted: false }}
    />
  );
}

interface DayFilterProps {
  label: string;
  day: CalendarDay | undefined;
  error?: string | undefined;
  onChange: (day: CalendarDay | undefined) => void;
}

/** A day: the typed text counts as soon as it can be read as one. */
export function DayFilter({ label, day, error, onChange }: DayFilterProps): JSX.Element {
  const { today } = useSession().organisation;
  const [typed, setTyped] = useState(day === undefined ? '' : dayText(day));
  const [shown, setShown] = useState(day);
  // Changed by something other than this field, e.g. the Back button.
  if (day !== shown) {
    setShown(day);
    if ((parseDay(typed, today) ?? undefined) !== day) setTyped(day === undefined ? '' : dayText(day));
  }
  const type = (next: string): void => {
    setTyped(next);
    const read = parseDay(next, today);
    if (read !== null || next.trim() === '') onChange(read ?? undefined);
  };
  return <DayInput label={label} value={typed} onChange={type} today={today} error={error} />;
}

interface Days {
  /** undefined: from the first one */
  from: CalendarDay | undefined;
  /** undefined: to the last one */
  to: CalendarDay | undefined;
}

/** The days whose records are listed, both included. */
export function DaysFilter({ from, to, filter }: Days & { filter: (days: Partial<Days>) => void }): JSX.Element {
  const { t } = useTexts();
  const isBackwards = from !== undefined && to !== undefined && to < from;
  return (
    <>
      <DayFilter label={t('common.filters.from')} day={from} onChange={(day) => filter({ from: day })} />
      <DayFilter
        label={t('common.filters.to')}
        day={to}
        error={isBackwards ? t('common.filters.backwards') : undefined}
        onChange={(day) => filter({ to: day })}
      />
    </>
  );
}

/** Cannot be an e-mail. */
const ANYBODY = '\u0001all';

interface PersonFilterProps {
  label: string;
  /** the names of those who did what is listed */
  people: readonly (string | null)[];
  chosen: string | undefined;
  onChange: (person: string | undefined) => void;
  /** of those whom the session does not know */
  nameOf?: (person: string) => string;
}

/** Who did it, or anybody (PAY-63). */
export function PersonFilter({
  label,
  people,
  chosen,
  onChange,
  nameOf = recordedText,
}: PersonFilterProps): JSX.Element {
  const { t } = useTexts();
  const known = useSession().principal?.people ?? [];
  const others = useOthers(people, chosen).filter((person) =>
    known.every(({ email, name }) => person !== email && person !== name),
  );
  /** By what records have: an e-mail, or a name. */
  const names = new Map([
    ...known.map(({ email, name }) => [email, name === '' ? email : name] as const),
    ...others.map((person) => [person, nameOf(person)] as const),
  ]);
  const textOf = (person: string): string => names.get(person) ?? person;
  return (
    <SelectFilter
      label={label}
      choices={[ANYBODY, ...[...names.keys()].toSorted((a, b) => textOf(a).localeCompare(textOf(b)))]}
      value={chosen ?? ANYBODY}
      textOf={(person) => (person === ANYBODY ? t('common.filters.anybody') : textOf(person))}
      onChange={(next) => onChange(next === ANYBODY ? undefined : next)}
    />
  );
}

/** Everybody listed so far, and the chosen person. */
function useOthers(people: readonly (string | null)[], chosen: string | undefined): string[] {
  const [seen, setSeen] = useState<readonly string[]>([]);
  const fresh = [chosen, ...people].filter(
    (person, place, all): person is string =>
      typeof person === 'string' && !seen.includes(person) && all.indexOf(person) === place,
  );
  if (fresh.length > 0) setSeen([...seen, ...fresh]);
  return [...seen, ...fresh];
}
