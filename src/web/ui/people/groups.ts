// Groups of members, which are known from the session. Where there are none, nothing of them is shown.
import { useMemo } from 'react';
import { groupIn } from '../../../core/people/group.ts';
import { useSession } from '../../api/session.ts';
import { groupText } from '../../messages/formats.ts';
import { useLanguage } from '../../messages/index.ts';

export function useGroups() {
  return useSession().principal?.groups ?? [];
}

/** What a group is called, by its id; '' for none. Another function in another language. */
export function useGroupName(): (groupId: string | null) => string {
  const groups = useGroups();
  const language = useLanguage();
  return useMemo(() => {
    const names = new Map(groups.map((group) => [group.id, groupIn(language, group)]));
    return (groupId) => names.get(groupId ?? '') ?? '';
  }, [groups, language]);
}

/** Those that are offered, and the present one. */
export function useGroupOptions(groupId: string): { value: string; label: string }[] {
  return useGroups()
    .filter(({ id, active }) => active || id === groupId)
    .map((group) => ({ value: group.id, label: groupText(group) }));
}
