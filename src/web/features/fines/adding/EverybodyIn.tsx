// In the checklist: a press chooses all active members of a group.
import { Button } from '@mantine/core';
import type { JSX } from 'react';
import { listGroups } from '../../../../contract/settings/groups.ts';
import { listUserOptions } from '../../../../contract/users.ts';
import { matches } from '../../../../core/text/search.ts';
import { call } from '../../../api/call.ts';
import { useRead } from '../../../api/hooks.ts';
import { groupText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { useBusy } from '../../../ui/controls/buttons.tsx';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { useGroups } from '../../../ui/people/groups.ts';
import type { PickedUser } from './draft.ts';

/** While nothing is typed; the others are found by typing. */
const MOST_OFFERED = 5;
const PAGE_SIZE = 100;

interface EverybodyInProps {
  search: string;
  onPick: (users: readonly PickedUser[]) => void;
}

export function EverybodyIn({ search, onPick }: EverybodyInProps): JSX.Element {
  const { t } = useTexts();
  const [busy, during] = useBusy();
  const { data } = useRead(listGroups, {}, { enabled: useGroups().length > 0 });
  const groups = (data?.items ?? []).filter(
    ({ name, urduName, active, activeCount }) => active && activeCount > 0 && matches([name, urduName], search),
  );
  const pick = async (group: string): Promise<void> => {
    try {
      onPick(await membersOf(group));
    } catch (error) {
      toast.error(t('fines.add.everybodyFailed', { reason: reasonOf(error, t) }), { id: 'fines-everybody' });
    }
  };
  return (
    <>
      {groups.slice(0, MOST_OFFERED).map((group) => (
        <Button
          key={group.id}
          variant="subtle"
          fullWidth
          justify="start"
          onClick={() => !busy && void during(() => pick(group.id))}
        >
          {t('fines.add.everybodyIn', { group: groupText(group), count: group.activeCount })}
        </Button>
      ))}
    </>
  );
}

async function membersOf(group: string): Promise<PickedUser[]> {
  const users: PickedUser[] = [];
  for (let page = 1; ; page += 1) {
    const { items, totalItems } = await call(listUserOptions, { query: { group, page, pageSize: PAGE_SIZE } });
    users.push(...items.filter(({ status }) => status === 'Active'));
    if (page * PAGE_SIZE >= totalItems) return users;
  }
}
