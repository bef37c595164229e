// The calendar of a day field, in a file of its own so that it is fetched when it is first opened.
import { DatePicker } from '@mantine/dates';
import { useMediaQuery } from '@mantine/hooks';
import '@mantine/dates/styles.css';
import 'dayjs/locale/ur';
import { type JSX, useEffect, useRef } from 'react';
import type { CalendarDay } from '../../../../core/calendar.ts';
import { useLanguage, useTexts } from '../../../messages/index.ts';

/** Screens too narrow for a week of 42px days. */
const SMALLEST_PHONES = '(max-width: 359.98px)';

interface DayCalendarProps {
  value: CalendarDay | null;
  today: CalendarDay;
  onPick: (day: CalendarDay) => void;
}

export default function DayCalendar({ value, today, onPick }: DayCalendarProps): JSX.Element {
  const { t } = useTexts();
  const language = useLanguage();
  const narrow = useMediaQuery(SMALLEST_PHONES, false, { getInitialValueInEffect: false });
  const shown = value ?? today;
  const frame = useRef<HTMLDivElement>(null);
  // The popover traps the focus before the calendar has been fetched, so the calendar takes the focus itself.
  useEffect(() => {
    const { current } = frame;
    (
      current?.querySelector<HTMLElement>('[data-selected], [aria-current="date"]') ?? current?.querySelector('button')
    )?.focus();
  }, []);
  return (
    <DatePicker
      ref={frame}
      locale={language}
      // Escape closes only the calendar, not the dialog it is in.
      __stopPropagation
      size={narrow ? 'sm' : 'md'}
      // The colours of other months' days and of weekends are too pale.
      hideOutsideDates
      weekendDays={[]}
      ariaLabels={{
        previousMonth: t('common.day.previousMonth'),
        nextMonth: t('common.day.nextMonth'),
        previousYear: t('common.day.previousYear'),
        nextYear: t('common.day.nextYear'),
        previousDecade: t('common.day.previousDecade'),
        nextDecade: t('common.day.nextDecade'),
      }}
      value={value}
      {...(shown === undefined ? {} : { defaultDate: shown })}
      getDayProps={(day) => (day === today ? { 'aria-current': 'date', style: { fontWeight: 700 } } : {})}
      onChange={(day) => {
        if (day !== null) onPick(day);
        else if (value !== null) onPick(value);
      }}
    />
  );
}
