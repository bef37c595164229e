// Filters a list by who did it; or anybody (PAY-63).
import { Select } from '@mantine/core';
import { type JSX, useState } from 'react';
import { useSession } from '../../../api/session.ts';
import { recordedText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';

/** Cannot be an e-mail. */
const ANYBODY = '\u0001all';

interface PersonFilterProps {
  label: string;
  /** the names of those who did what is listed */
  people: readonly (string | null)[];
  chosen: string | undefined;
  onChange: (person: string | undefined) => void;
  /** for those whom the session does not know */
  nameOf?: (person: string) => string;
}

export function PersonFilter({
  label,
  people,
  chosen,
  onChange,
  nameOf = recordedText,
}: PersonFilterProps): JSX.Element {
  const { t } = useTexts();
  const choices = useChoices(people, chosen, nameOf);
  return (
    <Select
      data-unset={chosen === undefined || undefined}
      label={label}
      allowDeselect={false}
      data={[
        { value: ANYBODY, label: t('common.filters.anybody') },
        ...choices.toSorted((a, b) => a.label.localeCompare(b.label)),
      ]}
      value={chosen ?? ANYBODY}
      onChange={(next) => onChange(next === null || next === ANYBODY ? undefined : next)}
      comboboxProps={{ withinPortal: false, keepMounted: false }}
    />
  );
}

/**
 * All who act or acted here, by the e-mails that records have; everybody else listed so far, whom records name as they
 * are listed; and the chosen person.
 */
function useChoices(
  people: readonly (string | null)[],
  chosen: string | undefined,
  nameOf: (person: string) => string,
): { value: string; label: string }[] {
  const known = useSession().principal?.people ?? [];
  const isKnown = (person: string): boolean => known.some(({ email, name }) => person === email || person === name);
  const [seen, setSeen] = useState<readonly string[]>([]);
  const fresh = [chosen, ...people].filter(
    (person, place, all): person is string =>
      typeof person === 'string' && !seen.includes(person) && all.indexOf(person) === place,
  );
  if (fresh.length > 0) setSeen([...seen, ...fresh]);
  const others = [...seen, ...fresh].filter((person) => !isKnown(person));
  return [
    ...known.map(({ email, name }) => ({ value: email, label: name === '' ? email : name })),
    ...others.map((person) => ({ value: person, label: nameOf(person) })),
  ];
}
