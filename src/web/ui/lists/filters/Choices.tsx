// A few choices of which one applies, all in view: which part of a list is shown, or of which days.
import { UnstyledButton } from '@mantine/core';
import type { JSX } from 'react';
import classes from './filters.module.css';

interface ChoicesProps<Value extends string> {
  /** says what is being chosen */
  label: string;
  /** in the order in which they are shown */
  options: readonly { value: Value; label: string }[];
  /** null: none of these applies */
  chosen: Value | null;
  onChoose: (value: Value) => void;
  className?: string | undefined;
}

export function Choices<Value extends string>(props: ChoicesProps<Value>): JSX.Element {
  const { label, options, chosen, onChoose, className = '' } = props;
  return (
    <div role="group" aria-label={label} className={`${classes['choices']} ${className}`}>
      {options.map((option) => (
        <UnstyledButton
          key={option.value}
          className={classes['choice'] ?? ''}
          aria-pressed={option.value === chosen}
          onClick={() => onChoose(option.value)}
        >
          {option.label}
        </UnstyledButton>
      ))}
    </div>
  );
}
