// Who joins the demonstration's organisation, is let in, looks at the app, or leaves.
import { checkFineImport, importFines, importUsers } from '../../src/contract/fines/imports.ts';
import { setLanguage } from '../../src/contract/sign-in/account.ts';
import { addUser, createSignInLink, deleteUser, endSignIns, updateUser } from '../../src/contract/users.ts';
import { giveAccess, lineOf } from './beginning.ts';
import type { Person } from './cast.ts';
import { giveBack } from './mending.ts';
import { openApp, type Story } from './story.ts';
import { FINE_TYPES } from './texts.ts';

export async function comingsOfTheDay(story: Story): Promise<void> {
  const { office, cast, random, day, manager } = story;
  office.clock.turnTo(day.ago, 0.1);
  for (const person of cast.all) if (person.id === '' && person.joined >= day.ago) await join(story, person);
  office.clock.turnTo(day.ago, 0.2);
  const next = story.present.find((person) => person.signsIn && !story.signedIn.includes(person));
  if (next !== undefined && random.chance(0.08)) {
    await office.letIn(manager, next);
    story.signedIn.push(next);
    if (next === cast.reader) await office.as(next)(setLanguage, { body: { language: 'ur' } });
  }
  const somebody = story.signedIn[random.below(story.signedIn.length)];
  if (somebody !== undefined && random.chance(0.15)) await openApp(story, somebody);
}

async function join(story: Story, person: Person): Promise<void> {
  const { office, manager, present, signedIn } = story;
  const { id } = await manager(addUser, { body: lineOf(person) });
  person.id = id;
  present.push(person);
  if (person.access === 'member') return;
  await giveAccess(office.administrator, person);
  await office.letIn(office.administrator, person);
  signedIn.push(person);
}

/** Removes a member who does not sign in, because people who leave do not come back. */
export async function leave(story: Story, how: 'inactive' | 'deleted'): Promise<void> {
  const { manager, present } = story;
  const person = present.find(({ signsIn, fined }) => !signsIn && fined > 0.8);
  if (person === undefined) return;
  const params = { userId: person.id };
  if (how === 'deleted') {
    await giveBack(story, person);
    await manager(deleteUser, { params });
  } else await manager(updateUser, { params, body: { status: 'Inactive' } });
  story.present = present.filter((one) => one !== person);
  story.inCredit.delete(person);
  story.owing.delete(person);
}

/** A list of drivers has a member with another address: they are there twice, fined as both, and can be joined. */
export async function comeTwice({ manager, present, day }: Story): Promise<void> {
  const person = present.findLast(({ signsIn, fined, access }) => !signsIn && fined > 0.8 && access === 'member');
  if (person === undefined) return;
  const userEmail = person.email.replace('@', '.driver@');
  const rows = [{ ...lineOf(person), userEmail, userRole: 'Driver', status: '', id: '' }];
  await manager(importUsers, { body: { rows } });
  for (const member of [person.email, userEmail]) {
    const fines = [{ member, fineType: FINE_TYPES[0].name, amount: '200', date: day.date, description: '' }];
    const { checked } = await manager(checkFineImport, { body: { rows: fines } });
    await manager(importFines, { body: { rows: fines, checked } });
  }
}

/** Makes a link that nobody has used yet. */
export async function invite({ manager, present }: Story, place: number): Promise<void> {
  const person = present.filter(({ signsIn }) => !signsIn)[place];
  if (person !== undefined) await manager(createSignInLink, { params: { userId: person.id } });
}

/** Somebody lost their phone, and gets a new link. */
export async function letInAgain({ office, signedIn, manager }: Story): Promise<void> {
  const person = signedIn.find(({ access }) => access === 'member');
  if (person === undefined) return;
  await office.administrator(endSignIns, { params: { userId: person.id } });
  await office.letIn(manager, person);
}
