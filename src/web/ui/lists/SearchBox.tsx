// The search field of a screen, debounced; "/" leads to it.
import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type JSX, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { MAX_LENGTH } from '../../../core/limits.ts';
import { useTexts } from '../../messages/index.ts';
import { ARIA_KEYS, useSingleKeys } from '../keys/keys.ts';
import { BELOW_TABLET } from '../layout/media.ts';
import { KeyCaps } from '../keys/KeyHint.tsx';
import classes from './lists.module.css';

/** Short: results are due within 100 ms of the last key, and superseded requests are aborted. */
const DEBOUNCE_MS = 5;

interface SearchBoxProps {
  /** accessible name */
  label: string;
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
  className?: string;
}

export function SearchBox({ label, placeholder, value, onChange, className = '' }: SearchBoxProps): JSX.Element {
  const { t } = useTexts();
  const [single] = useSingleKeys();
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const input = useRef<HTMLInputElement>(null);
  /** the value last reported, to tell a change from outside ("Clear search") from the echo of our own */
  const reported = useRef(value);

  useEffect(() => {
    if (value === reported.current) return;
    reported.current = value;
    clearTimeout(timer.current);
    setTyped(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  // Scrolls to the top, so that the results are in view: on a phone the keyboard covers the lower half meanwhile.
  const isSearching = typed !== '';
  const byHand = useRef(false);
  useLayoutEffect(() => {
    const main = input.current?.closest('main');
    if (!isSearching || !main || !window.matchMedia(BELOW_TABLET).matches) return undefined;
    // Room to scroll, however few are found.
    main.setAttribute('data-searching', '');
    if (byHand.current) input.current?.scrollIntoView({ block: 'start' });
    return () => main.removeAttribute('data-searching');
  }, [isSearching]);

  const report = (next: string): void => {
    reported.current = next;
    onChange(next);
  };
  const type = (next: string): void => {
    byHand.current = true;
    setTyped(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => report(next), DEBOUNCE_MS);
  };
  const clear = (): void => {
    clearTimeout(timer.current);
    setTyped('');
    report('');
    input.current?.focus();
  };

  return (
    <TextInput
      ref={input}
      type="search"
      data-screen-search
      aria-keyshortcuts={single ? ARIA_KEYS.search : undefined}
      autoComplete="off"
      enterKeyHint="search"
      aria-label={label}
      {...(placeholder === undefined ? {} : { placeholder })}
      className={`${classes['searchBox']} ${className}`}
      maxLength={MAX_LENGTH.search}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSectionWidth={46}
      rightSectionPointerEvents={typed === '' ? 'none' : 'all'}
      rightSection={
        typed === '' ? (
          single && <KeyCaps of="search" />
        ) : (
          <CloseButton size={44} iconSize={20} aria-label={t('common.search.clear')} onClick={clear} />
        )
      }
    />
  );
}
