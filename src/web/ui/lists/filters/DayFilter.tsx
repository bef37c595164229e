// A day that filters a list: the typed text counts as soon as it can be read as a day.
import type { JSX } from 'react';
import { useState } from 'react';
import { type CalendarDay, parseDay } from '../../../../core/calendar.ts';
import { useSession } from '../../../api/session.ts';
import { dayText } from '../../../messages/formats.ts';
import { DayInput } from '../../forms/fields/DayInput.tsx';

interface DayFilterProps {
  label: string;
  day: CalendarDay | undefined;
  error?: string | undefined;
  onChange: (day: CalendarDay | undefined) => void;
}

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
