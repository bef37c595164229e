// The boxes that tick the rows of a list, one by one or all at once.
import { Checkbox } from '@mantine/core';
import { type JSX, useId } from 'react';
import table from './table.module.css';

interface TickBoxProps {
  /** what it ticks, for screen readers */
  label: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (ticked: boolean) => void;
}

export function TickBox({ label, checked, disabled = false, onChange }: TickBoxProps): JSX.Element {
  const box = useId();
  return (
    <label className={table['one']} htmlFor={box}>
      <Checkbox
        id={box}
        aria-label={label}
        checked={checked}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </label>
  );
}

interface TickAllBoxProps {
  label: string;
  /** how many rows it ticks, and how many of them are ticked */
  rows: number;
  ticked: number;
  disabled?: boolean;
  onChange: (ticked: boolean) => void;
}

/** In the head of the table. Where rows are cards, it stands above them and its label is seen. */
export function TickAllBox({ label, rows, ticked, disabled = false, onChange }: TickAllBoxProps): JSX.Element {
  return (
    <label className={`${table['all']} ${table['tickAll']}`} data-none={rows === 0 || undefined}>
      <Checkbox
        checked={rows > 0 && ticked === rows}
        indeterminate={ticked > 0 && ticked < rows}
        disabled={disabled || rows === 0}
        onChange={() => onChange(ticked < rows)}
      />
      <span className={`${table['words']} ${table['tickAllWords']}`}>{label}</span>
    </label>
  );
}
