// On paper, in place of the fields that it stands beside: what is searched for, and the filters in force.
import { type JSX, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isolated } from '../../../messages/isolated.ts';
import classes from './filters.module.css';

/** Read from the fields only when the page is printed, so that no list has to name its filters twice. */
export function PrintedFilters(): JSX.Element {
  const place = useRef<HTMLParagraphElement>(null);
  const [words, setWords] = useState('');
  useEffect(() => {
    // The browser takes the page as it is when this returns.
    const read = (): void => flushSync(() => setWords(filtersIn(place.current?.parentElement ?? null)));
    addEventListener('beforeprint', read);
    return () => removeEventListener('beforeprint', read);
  }, []);
  return (
    <p ref={place} className={classes['printed']}>
      {words}
    </p>
  );
}

function filtersIn(tools: Element | null): string {
  const fields =
    tools?.querySelectorAll('input:not([type=hidden]), select, [role=group]:not([data-screen-only])') ?? [];
  return [...fields]
    .flatMap((field) => {
      const value = valueOf(field);
      return value === '' ? [] : [`${labelOf(field)}: ${isolated(value)}`];
    })
    .join(' · ');
}

/** '' for a filter that leaves nothing out: the first choice, or a field that says so. */
function valueOf(field: Element): string {
  if (field.matches('[data-unset]')) return '';
  if (field instanceof HTMLInputElement) return field.value.trim();
  if (field instanceof HTMLSelectElement) return field.selectedIndex > 0 ? (field.selectedOptions[0]?.text ?? '') : '';
  return field.querySelector('[aria-pressed=true]:not(:first-child)')?.textContent ?? '';
}

function labelOf(field: Element): string {
  const labels = field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field.labels : null;
  return labels?.[0]?.textContent ?? field.getAttribute('aria-label') ?? '';
}
