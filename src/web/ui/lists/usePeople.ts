// Who can be chosen in a filter of who did something.
import { useState } from 'react';
import { useSession } from '../../api/session.ts';

/** E-mails: one's own, whoever did one of those shown so far, and who is chosen. */
export function usePeople(people: readonly (string | null)[], chosen: string | undefined): string[] {
  const own = useSession().principal?.email;
  const [seen, setSeen] = useState<readonly string[]>([]);
  const fresh = [own, chosen, ...people].filter(
    (person, place, all): person is string =>
      typeof person === 'string' && !seen.includes(person) && all.indexOf(person) === place,
  );
  if (fresh.length > 0) setSeen([...seen, ...fresh]);
  return [...seen, ...fresh].toSorted();
}
