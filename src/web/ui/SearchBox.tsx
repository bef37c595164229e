// A search field. What is typed shows at once; the search itself follows when the typing rests for a moment.
import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { JSX } from 'react';
import { useEffect, useRef, useState } from 'react';
import { MAX_LENGTH } from '../../core/limits.ts';
import { useTexts } from '../messages/index.ts';

/** Short: the answer is to be there within 100 ms of the last key, and a search that is overtaken is given up. */
const REST_MS = 5;

interface SearchBoxProps {
  /** accessible name; the placeholder is no label */
  label: string;
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
  className?: string;
}

export function SearchBox({ label, placeholder, value, onChange, className }: SearchBoxProps): JSX.Element {
  const { t } = useTexts();
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const input = useRef<HTMLInputElement>(null);
  /** what the owner was last told, so that its own news ("Clear search") can be told from an echo of ours */
  const told = useRef(value);

  useEffect(() => {
    if (value === told.current) return;
    told.current = value;
    clearTimeout(timer.current);
    setTyped(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const tell = (next: string): void => {
    told.current = next;
    onChange(next);
  };
  const type = (next: string): void => {
    setTyped(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => tell(next), REST_MS);
  };
  const clear = (): void => {
    clearTimeout(timer.current);
    setTyped('');
    tell('');
    input.current?.focus();
  };

  return (
    <TextInput
      ref={input}
      type="search"
      dir="auto"
      autoComplete="off"
      enterKeyHint="search"
      aria-label={label}
      {...(placeholder === undefined ? {} : { placeholder })}
      {...(className === undefined ? {} : { className })}
      maxLength={MAX_LENGTH.search}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSectionPointerEvents="all"
      rightSection={
        typed === '' ? null : <CloseButton size={40} aria-label={t('common.search.clear')} onClick={clear} />
      }
    />
  );
}
