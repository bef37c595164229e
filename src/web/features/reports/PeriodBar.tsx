// Which days a report is about: quick choices, and any two days.
import { UnstyledButton } from '@mantine/core';
import type { JSX } from 'react';
import type { CalendarDay } from '../../../core/calendar.ts';
import { useTexts } from '../../messages/index.ts';
import { DayFilter } from '../../ui/lists/filters/DayFilter.tsx';
import { PERIODS, periodOf, type Place, quickPeriod } from './report-place.ts';
import classes from './reports.module.css';

interface PeriodBarProps {
  place: Place;
  today: CalendarDay;
  /** 'typing' for what changes with every key */
  onChange: (days: Partial<Pick<Place, 'from' | 'to'>>, how?: 'typing') => void;
}

export function PeriodBar({ place, today, onChange }: PeriodBarProps): JSX.Element {
  const { t } = useTexts();
  const { from, to } = periodOf(place, today);
  return (
    <div className={classes['period']} role="group" aria-label={t('reports.period.label')} data-screen-only>
      <div className={classes['quick']}>
        {PERIODS.map((which) => {
          const days = quickPeriod(which, today);
          return (
            <UnstyledButton
              key={which}
              aria-pressed={days.from === from && days.to === to}
              // The usual days need no address of their own, and move with the calendar.
              onClick={() => onChange(which === 'lastTwelveMonths' ? { from: undefined, to: undefined } : days)}
            >
              {t(`reports.period.${which}`)}
            </UnstyledButton>
          );
        })}
      </div>
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
