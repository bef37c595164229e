// Filters a list by who did it; or anybody (PAY-63).
import { Select } from '@mantine/core';
import { type JSX, useState } from 'react';
import { useSession } from '../../../api/session.ts';
import { personText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';

/** Cannot be an e-mail. */
const ANYBODY = '\u0001all';

interface PersonFilterProps {
  label: string;
  /** e-mails */
  people: readonly (string | null)[];
  chosen: string | undefined;
  onChange: (person: string | undefined) => void;
  nameOf?: (person: string) => string;
}

export function PersonFilter({ label, people, chosen, onChange, nameOf = personText }: PersonFilterProps): JSX.Element {
  const { t } = useTexts();
  const choices = usePeople(people, chosen);
  return (
    <Select
      data-unset={chosen === undefined || undefined}
      label={label}
      allowDeselect={false}
      data={[
        { value: ANYBODY, label: t('common.filters.anybody') },
        ...choices.map((value) => ({ value, label: nameOf(value) })).toSorted((a, b) => a.label.localeCompare(b.label)),
      ]}
      value={chosen ?? ANYBODY}
      onChange={(next) => onChange(next === null || next === ANYBODY ? undefined : next)}
      comboboxProps={{ withinPortal: false, keepMounted: false }}
    />
  );
}

/** The e-mails of all who act or acted here, of everybody listed so far, and of the chosen person. */
function usePeople(people: readonly (string | null)[], chosen: string | undefined): string[] {
  const staff = useSession().principal?.people.map(({ email }) => email) ?? [];
  const [seen, setSeen] = useState<readonly string[]>([]);
  const fresh = [...staff, chosen, ...people].filter(
    (person, place, all): person is string =>
      typeof person === 'string' && !seen.includes(person) && all.indexOf(person) === place,
  );
  if (fresh.length > 0) setSeen([...seen, ...fresh]);
  return [...seen, ...fresh];
}
