// The days that a report is about: quick choices, and any two days.
import type { JSX } from 'react';
import type { CalendarDay } from '../../../core/calendar.ts';
import { useTexts } from '../../messages/index.ts';
import { Choices } from '../../ui/lists/filters/Choices.tsx';
import { DayFilter } from '../../ui/lists/filters/DayFilter.tsx';
import { type Period, PERIODS, periodOf, type Place, quickPeriod } from './report-place.ts';
import classes from './reports.module.css';

interface PeriodBarProps {
  place: Place;
  today: CalendarDay;
  /** 'typing' is for fields that change with every key */
  onChange: (days: Partial<Pick<Place, 'from' | 'to'>>, how?: 'typing') => void;
}

export function PeriodBar({ place, today, onChange }: PeriodBarProps): JSX.Element {
  const { t } = useTexts();
  const { from, to } = periodOf(place, today);
  const isPeriod = (days: Period): boolean => days.from === from && days.to === to;
  return (
    <div className={classes['period']} data-screen-only>
      <Choices
        label={t('reports.period.label')}
        options={PERIODS.map((value) => ({ value, label: t(`reports.period.${value}`) }))}
        chosen={PERIODS.find((which) => isPeriod(quickPeriod(which, today))) ?? null}
        // The usual days are left out of the address, so that they move with the calendar.
        onChoose={(which) =>
          onChange(which === 'lastTwelveMonths' ? { from: undefined, to: undefined } : quickPeriod(which, today))
        }
      />
      <div className={classes['days']}>
        <DayFilter label={t('reports.period.from')} day={from} onChange={(day) => onChange({ from: day }, 'typing')} />
        <DayFilter
          label={t('reports.period.to')}
          day={to}
          error={to < from ? t('common.filters.backwards') : undefined}
          onChange={(day) => onChange({ to: day }, 'typing')}
        />
      </div>
    </div>
  );
}
