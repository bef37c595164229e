// The beginning of the demonstration: the organisation, its fine types and its people are entered, and the first people
// get sign-in links.
import { addType } from '../../src/contract/fines/fine-types.ts';
import { importUsers } from '../../src/contract/fines/imports.ts';
import { addGroup } from '../../src/contract/settings/groups.ts';
import { updateOrganisation } from '../../src/contract/settings/organisation.ts';
import { setOwnName } from '../../src/contract/sign-in/account.ts';
import { addUsers, listUsers, setGroup, setUserAccess } from '../../src/contract/users.ts';
import { SUGGESTED_DUE_DAYS } from '../../src/core/fines/due.ts';
import { SUGGESTED_STEPS } from '../../src/core/people/reminder-plan.ts';
import type { Cast, Person } from './cast.ts';
import { DAYS } from './days.ts';
import { drawLogo } from './logo.ts';
import type { Hand, Office } from './office.ts';
import { ADMINISTRATOR, FINE_TYPES, FORMER_TYPE, GROUPS, ORGANISATION } from './texts.ts';

/** The number of initial people in the file; the others are on a second list. */
const IN_THE_FILE = 40;

/** Returns the people who now have a record. */
export async function begin({ administrator, letIn }: Office, cast: Cast): Promise<Person[]> {
  await administrator(setOwnName, { body: { name: ADMINISTRATOR } });
  await administrator(updateOrganisation, {
    body: { ...ORGANISATION, logo: drawLogo(), dueDays: SUGGESTED_DUE_DAYS, remindSteps: [...SUGGESTED_STEPS] },
  });
  for (const { name, urduName, amount } of [...FINE_TYPES, FORMER_TYPE]) {
    await administrator(addType, { body: { name, urduName, amount, active: true } });
  }
  const atFirst = cast.all.filter(({ joined }) => joined === DAYS);
  const rows = atFirst.slice(0, IN_THE_FILE).map((person) => ({ ...lineOf(person), status: '', id: '' }));
  await administrator(importUsers, { body: { rows } });
  await administrator(addUsers, { body: { users: atFirst.slice(IN_THE_FILE).map((person) => lineOf(person)) } });
  const { items } = await administrator(listUsers, { query: { pageSize: 100 } });
  const idOf = new Map(items.map(({ userEmail, id }) => [userEmail, id]));
  for (const person of atFirst) person.id = idOf.get(person.email) ?? '';
  for (const [place, names] of GROUPS.entries()) {
    const { id: groupId } = await administrator(addGroup, { body: { ...names, active: true } });
    // One in four is in none.
    const members = atFirst.filter((_, n) => n % (GROUPS.length + 1) === place);
    await administrator(setGroup, { body: { userIds: members.map(({ id }) => id), groupId } });
  }
  for (const person of [cast.manager, cast.collectors[0], cast.viewer]) {
    await giveAccess(administrator, person);
    await letIn(administrator, person);
  }
  return atFirst;
}

export const lineOf = ({ name, email, role, phone }: Person) => ({
  userName: name,
  userEmail: email,
  userRole: role,
  phone,
});

export async function giveAccess(administrator: Hand, { id, access }: Person): Promise<void> {
  await administrator(setUserAccess, { params: { userId: id }, body: { access } });
}
