// What is read about a person, the tabs of their screen, and who gets which of them.
import type { ComponentType } from 'react';
import type { Output } from '../../../../contract/operation.ts';
import { type readUser, setUserAccess } from '../../../../contract/users.ts';
import { useMay } from '../../../api/session.ts';
import { useAddress } from '../../../routing/location.ts';
import { PERSON_TABS, type PersonTab } from '../../../routing/paths.ts';
import { oneOf } from '../../../ui/lists/paging/list-state.ts';

export type Person = Output<typeof readUser>;

/** The tabs that belong to other areas: each reads from the address whose it is, and its page. */
export type TabsOfAreas = Readonly<Record<Exclude<PersonTab, 'access'>, ComponentType>>;

/** `hasAccess`: whether the person can sign in, so that there is access to grant and withdraw. */
export function usePersonTabs(hasAccess: boolean): { tabs: readonly PersonTab[]; current: PersonTab } {
  const may = useMay();
  const { search } = useAddress();
  const tabs = PERSON_TABS.filter((tab) => tab !== 'access' || (hasAccess && may(setUserAccess)));
  const asked = oneOf(PERSON_TABS).read(search, 'tab');
  return { tabs, current: tabs.includes(asked) ? asked : PERSON_TABS[0] };
}
