// A field for a day: typed as people write it (20 Nov 2026, 20/11/2026), or picked from a calendar.
import { Popover, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import type { JSX, ReactNode } from 'react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { CalendarDay } from '../../core/calendar.ts';
import { formatDay, parseDay } from '../../core/calendar.ts';
import { useTexts } from '../messages/index.ts';
import { IconAction } from './IconAction.tsx';

/** The calendar is fetched when it is first opened: most days are today's, or typed. */
const DayCalendar = lazy(() => import('./DayCalendar.tsx'));

interface DayInputProps {
  label: ReactNode;
  value: CalendarDay | null;
  /** null while what is typed is no day */
  onChange: (day: CalendarDay | null) => void;
  /** the organisation's day, marked in the calendar */
  today?: CalendarDay;
  required?: boolean;
  disabled?: boolean;
  error?: ReactNode;
}

export function DayInput({ label, value, onChange, today, required, disabled, error }: DayInputProps): JSX.Element {
  const { t } = useTexts();
  const [typed, setTyped] = useState(() => (value === null ? '' : formatDay(value)));
  const [left, setLeft] = useState(true);
  const [opened, setOpened] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  // A day that comes from outside, or a typed one once the field is left, is shown as it is written here.
  useEffect(() => {
    if (left && value !== null) setTyped(formatDay(value));
  }, [value, left]);

  const unreadable = left && typed.trim() !== '' && value === null;
  const pick = (day: CalendarDay): void => {
    setOpened(false);
    onChange(day);
    setTyped(formatDay(day));
    field.current?.focus();
  };

  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <TextInput
          ref={field}
          label={label}
          required={required ?? false}
          disabled={disabled ?? false}
          placeholder={t('common.day.placeholder')}
          autoComplete="off"
          maxLength={40}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            onChange(parseDay(event.currentTarget.value));
          }}
          onFocus={() => setLeft(false)}
          onBlur={() => setLeft(true)}
          error={error ?? (unreadable ? t('common.day.invalid') : undefined)}
          rightSectionWidth={46}
          rightSectionPointerEvents="all"
          rightSection={
            <IconAction
              label={t('common.day.pick')}
              icon={<IconCalendar size={20} aria-hidden />}
              disabled={disabled ?? false}
              aria-haspopup="dialog"
              aria-expanded={opened}
              data-mantine-stop-propagation={opened || undefined}
              onKeyDown={(event) => {
                if (event.key === 'Escape') setOpened(false);
              }}
              onClick={() => setOpened((open) => !open)}
            />
          }
        />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t('common.day.pick')}>
        <Suspense fallback={<div style={{ inlineSize: 300, blockSize: 320 }} />}>
          <DayCalendar value={value} onPick={pick} {...(today === undefined ? {} : { today })} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
