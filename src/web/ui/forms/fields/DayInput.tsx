// A field for a day: typed as people write it (20 Nov 2026, 20/11/2026, 20/11), or picked from a calendar.
import { Popover, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type JSX, type ReactNode, Suspense, useId, useRef, useState } from 'react';
import { type CalendarDay, parseDay } from '../../../../core/calendar.ts';
import { dayText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import classes from './fields.module.css';
import { IconAction } from '../../controls/buttons.tsx';
import { BELOW, FIGURES } from './checks.ts';
import { lazyPart } from '../../../routing/lazy-screen.tsx';

/** Fetched when it is first opened, or ahead of time, because most days are today's or typed. */
const dayCalendar = lazyPart(() => import('./DayCalendar.tsx'));

interface DayInputProps {
  label: ReactNode;
  /** the typed text, so that half a date can be a draft; `parseDay` of the core reads it */
  value: string;
  onChange: (typed: string) => void;
  /** the organisation's day: marked in the calendar, and the day that a date without a year is closest to */
  today: CalendarDay;
  description?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
  error?: ReactNode;
  /** Gets the first focus of its dialog. */
  first?: true;
}

export function DayInput({
  label,
  value,
  onChange,
  today,
  description,
  required,
  disabled = false,
  readOnly = false,
  error,
  first,
}: DayInputProps): JSX.Element {
  const { t } = useTexts();
  const [left, setLeft] = useState(true);
  const [opened, setOpened] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const day = parseDay(value, today);

  const unreadable = left && value.trim() !== '' && day === null;
  const pick = (picked: CalendarDay): void => {
    setOpened(false);
    onChange(dayText(picked));
    field.current?.focus();
  };
  const leave = (): void => {
    setLeft(true);
    const tidy = day === null ? value : dayText(day);
    if (tidy !== value) onChange(tidy);
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
      // On low screens it covers the field rather than reaching beyond the edge.
      middlewares={{ shift: { crossAxis: true } }}
    >
      <Popover.Target>
        <TextInput
          ref={field}
          id={id}
          data-autofocus={first}
          attributes={FIGURES}
          classNames={{ wrapper: classes['frame'] ?? '', input: classes['day'] ?? '' }}
          label={label}
          description={description}
          inputWrapperOrder={BELOW}
          required={required ?? false}
          disabled={disabled}
          readOnly={readOnly}
          placeholder={t('common.day.placeholder')}
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          onFocus={() => setLeft(false)}
          onBlur={leave}
          error={error ?? (unreadable ? t('common.day.invalid') : undefined)}
          rightSectionWidth={46}
          rightSectionPointerEvents="all"
          rightSection={
            <IconAction
              label={t('common.day.pick')}
              icon={<IconCalendar size={20} aria-hidden />}
              disabled={disabled || readOnly}
              // Distinguishes it from the button of another day.
              aria-describedby={`${id}-label`}
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
      <Popover.Dropdown role="dialog" aria-label={t('common.day.pick')} className={classes['calendar'] ?? ''}>
        <Suspense fallback={<div style={{ inlineSize: 300, blockSize: 320 }} />}>
          <dayCalendar.Screen value={day} onPick={pick} today={today} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
