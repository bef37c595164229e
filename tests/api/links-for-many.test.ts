// Sign-in links for many at once (LINK-15 to LINK-17), and the page of the list that shows a given user (USER-21).
import { describe, expect, test } from 'vitest';
import { createSignInLinks, listWithoutSignIn } from '../../src/contract/sign-in/sign-in-links.ts';
import { addGroup } from '../../src/contract/settings/groups.ts';
import { createSignInLink, listUsers, setUserAccess, updateUser } from '../../src/contract/users.ts';
import { MAX_LINKS_AT_ONCE } from '../../src/core/limits.ts';
import { useAdministrator, useApp } from '../helpers/app.ts';
import { expectBooksRight } from '../helpers/books.ts';
import { acceptLink, signInStateOf, signInWithLink } from '../helpers/invitations.ts';
import { addUser, refusal } from '../helpers/ledger.ts';
import { addMember, signedInWithAccess } from '../helpers/members.ts';

const app = useApp();
const administrator = useAdministrator(app);
const make = (userIds: string[]) => administrator.must(createSignInLinks, { body: { userIds } });

describe('links for many', () => {
  test('are for active members who have an e-mail and no sign-in: those never sent one first, then the newest [LINK-15]', async () => {
    const invited = await addUser(administrator, { userName: 'Invited' });
    await administrator.must(createSignInLink, { params: { userId: invited.id } });
    const [first, second] = [await addUser(administrator), await addUser(administrator)];
    await addMember(app, administrator);
    const staff = await addUser(administrator);
    await administrator.must(setUserAccess, { params: { userId: staff.id }, body: { access: 'viewer' } });
    await addUser(administrator, { status: 'Inactive' });
    const { items, totalItems } = await administrator.must(listWithoutSignIn, {});
    expect(items.map(({ id }) => id).toSorted()).toEqual([first.id, second.id, invited.id].toSorted());
    expect(items.at(-1)).toEqual({
      id: invited.id,
      userName: 'Invited',
      phone: invited.phone,
      number: '923001234567',
      invited: true,
    });
    expect(totalItems).toBe(3);
  });

  test('are for those whom the list of users shows; whoever has access besides is counted [LINK-15, LINK-17]', async () => {
    const [khan, bilal, staff] = [
      await addUser(administrator, { userName: 'Ayesha Khan' }),
      await addUser(administrator, { userName: 'Bilal' }),
      await addUser(administrator, { userName: 'Danish Khan' }),
    ];
    await administrator.must(setUserAccess, { params: { userId: staff.id }, body: { access: 'viewer' } });
    const found = await administrator.must(listWithoutSignIn, { query: { search: 'khan' } });
    expect(found).toMatchObject({ items: [{ id: khan.id }], totalItems: 1, staff: 1 });
    const nobody = await administrator.must(listWithoutSignIn, { query: { search: 'zz' } });
    expect(nobody).toEqual({ items: [], totalItems: 0, staff: 0 });
    const group = await administrator.must(addGroup, { body: { name: 'Team A', urduName: '', active: true } });
    await administrator.must(updateUser, { params: { userId: bilal.id }, body: { groupId: group.id } });
    const ofGroup = await administrator.must(listWithoutSignIn, { query: { group: group.id } });
    expect(ofGroup).toMatchObject({ items: [{ id: bilal.id }], totalItems: 1, staff: 0 });
  });

  test('work once each, make earlier ones void, and leave out those who cannot have one by then [LINK-16, LINK-8]', async () => {
    const [one, two, member, inactive] = [
      await addUser(administrator),
      await addUser(administrator),
      await addMember(app, administrator),
      await addUser(administrator),
    ];
    await administrator.must(updateUser, { params: { userId: inactive.id }, body: { status: 'Inactive' } });
    const before = await administrator.must(createSignInLink, { params: { userId: one.id } });
    const { links } = await make([two.id, member.id, one.id, inactive.id, 'NOBODY22']);
    expect(links.map(({ userId }) => userId)).toEqual([two.id, one.id]);
    expect(refusal(await acceptLink(administrator, before.token))).toMatchObject({ code: 'link-voided' });
    for (const { token } of links) await signInWithLink(app, token);
    expect(await signInStateOf(administrator, one)).toMatchObject({ signIn: 'active' });
    const stored = await app.db.read.selectFrom('sign_in_links').selectAll().execute();
    const journal = await app.db.read.selectFrom('journal').selectAll().execute();
    for (const { token } of links) expect(JSON.stringify([stored, journal])).not.toContain(token);
    expect(journal.filter(({ action }) => action === 'users.createSignInLinks')).toHaveLength(2);
    await expectBooksRight(app.db);
  });

  test('are made by managers, for at most a hundred different users at once [LINK-17]', async () => {
    const call = (userIds: string[]) => administrator.call(createSignInLinks, { body: { userIds } });
    const many = Array.from({ length: MAX_LINKS_AT_ONCE + 1 }, (_, n) => `NOBODY${n}`);
    for (const userIds of [many, [], ['NOBODY22', 'NOBODY22']]) {
      expect(refusal(await call(userIds))).toMatchObject({ code: 'invalid-input' });
    }
    const { client } = await signedInWithAccess(app, administrator, 'collector');
    const user = await addUser(administrator);
    const refused = await client.call(createSignInLinks, { body: { userIds: [user.id] } });
    expect(refusal(refused)).toMatchObject({ code: 'not-allowed' });
    expect(refusal(await client.call(listWithoutSignIn, {}))).toMatchObject({ code: 'not-allowed' });
  });
});

test('the list of users can be asked for the page that shows a given user [USER-21]', async () => {
  const added = [];
  for (const name of ['Zz last', 'Zz later', 'Aa first']) added.push(await addUser(administrator, { userName: name }));
  const ask = async (userId: string, search = '') =>
    administrator.must(listUsers, { query: { with: userId, search, pageSize: 2 } });
  for (const { id } of added) {
    const { items, page } = await ask(id);
    expect(items.map((item) => item.id)).toContain(id);
    expect(await administrator.must(listUsers, { query: { page, pageSize: 2 } })).toMatchObject({ items });
  }
  expect((await ask(added[1]?.id ?? '', 'zz')).page).toBe(1);
  expect((await ask('NOBODY22')).page).toBe(1);
});
