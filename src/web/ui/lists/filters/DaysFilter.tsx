// Two fields for the days whose records are listed, both included.
import type { JSX } from 'react';
import type { CalendarDay } from '../../../../core/calendar.ts';
import { useTexts } from '../../../messages/index.ts';
import { DayFilter } from './DayFilter.tsx';

export interface Days {
  /** undefined: from the first one */
  from: CalendarDay | undefined;
  /** undefined: to the last one */
  to: CalendarDay | undefined;
}

interface DaysFilterProps extends Days {
  onChange: (days: Partial<Days>, how: 'typing') => void;
}

export function DaysFilter({ from, to, onChange }: DaysFilterProps): JSX.Element {
  const { t } = useTexts();
  const isBackwards = from !== undefined && to !== undefined && to < from;
  return (
    <>
      <DayFilter label={t('common.filters.from')} day={from} onChange={(day) => onChange({ from: day }, 'typing')} />
      <DayFilter
        label={t('common.filters.to')}
        day={to}
        error={isBackwards ? t('common.filters.backwards') : undefined}
        onChange={(day) => onChange({ to: day }, 'typing')}
      />
    </>
  );
}
