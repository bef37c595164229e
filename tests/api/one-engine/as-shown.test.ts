// Two people change the same field of a record: the second one is told, and nothing is overwritten.
import { expect, test } from 'vitest';
import { addEvent, updateEvent } from '../../../src/contract/events.ts';
import { addType, updateType } from '../../../src/contract/fines/fine-types.ts';
import { readOrganisation, updateOrganisation } from '../../../src/contract/settings/organisation.ts';
import { setUserAccess, updateUser } from '../../../src/contract/users.ts';
import type { CallInput } from '../../../src/contract/operation.ts';
import { useAdministrator, useApp } from '../../helpers/app.ts';
import { dump, expectBooksRight } from '../../helpers/books.ts';
import { addUser, eventForm, refusal } from '../../helpers/ledger.ts';
import { jpegOf, ONE_PIXEL } from '../../helpers/pictures.ts';

const app = useApp();
const administrator = useAdministrator(app);

/** Expects that a change of what somebody else changed meanwhile is refused, and one of what is shown now is not. */
async function expectNotOverwritten<B extends { shown?: object | undefined }>(
  change: (body: B) => Promise<unknown>,
  { stale, current }: { stale: B; current: B },
): Promise<void> {
  const before = await dump(app.db);
  expect(await change(stale)).toMatchObject({ code: 'record-changed', status: 409 });
  expect(await dump(app.db)).toEqual(before);
  expect(await change(current)).toBeNull();
  await expectBooksRight(app.db);
}

test('a field of an event, a user or a fine type that somebody else has changed is not overwritten [EVENT-14]', async () => {
  const { event } = await administrator.must(addEvent, { body: eventForm({ amount: 100 }) });
  const params = { eventId: event.id };
  await administrator.must(updateEvent, { params, body: { amount: 400, shown: { amount: 100 } } });
  await expectNotOverwritten(
    async (body: { amount: number; shown: { amount: number } }) => {
      const answer = await administrator.call(updateEvent, { params, body });
      return answer.ok ? null : refusal(answer);
    },
    { stale: { amount: 500, shown: { amount: 100 } }, current: { amount: 500, shown: { amount: 400 } } },
  );

  const { id: userId } = await addUser(administrator, { phone: '0300 1111111' });
  await administrator.must(updateUser, { params: { userId }, body: { phone: '0300 2222222' } });
  await expectNotOverwritten(
    async (body: { phone: string; shown: { phone: string } }) => {
      const answer = await administrator.call(updateUser, { params: { userId }, body });
      return answer.ok ? null : refusal(answer);
    },
    {
      stale: { phone: '0300 3333333', shown: { phone: '0300 1111111' } },
      current: { phone: '0300 3333333', shown: { phone: '0300 2222222' } },
    },
  );

  const type = await administrator.must(addType, { body: { name: 'Late', urduName: '', amount: null, active: true } });
  await administrator.must(updateType, { params: { id: type.id }, body: { amount: 50, shown: { amount: null } } });
  await expectNotOverwritten(
    async (body: { amount: number; shown: { amount: number | null } }) => {
      const answer = await administrator.call(updateType, { params: { id: type.id }, body });
      return answer.ok ? null : refusal(answer);
    },
    { stale: { amount: 70, shown: { amount: null } }, current: { amount: 70, shown: { amount: 50 } } },
  );
});

type OrganisationBody = NonNullable<CallInput<typeof updateOrganisation>['body']>;

test('a field of the organisation that somebody else has changed is not overwritten, be it a text, a list or a picture [EVENT-15]', async () => {
  const first = await administrator.must(readOrganisation, {});
  const change = async (body: OrganisationBody) => {
    const answer = await administrator.call(updateOrganisation, { body });
    return answer.ok ? null : refusal(answer);
  };
  for (const [theirs, shown, mine] of [
    [{ name: 'Club' }, { name: '' }, { name: 'Our Club' }],
    [{ dueDays: 14 }, { dueDays: null }, { dueDays: 7 }],
    [{ methods: ['Cash', 'Raast'] }, { methods: first.methods }, { methods: ['Cash'] }],
    [{ remindSteps: [0, 3] }, { remindSteps: null }, { remindSteps: [1] }],
    [{ logo: ONE_PIXEL }, { logo: null }, { logo: jpegOf().toString('base64') }],
  ] satisfies [OrganisationBody, OrganisationBody['shown'], OrganisationBody][]) {
    await administrator.must(updateOrganisation, { body: theirs });
    const { logoVersion: logo, ...now } = await administrator.must(readOrganisation, {});
    const [field] = Object.keys(mine) as [keyof typeof now | 'logo'];
    const current = { [field]: field === 'logo' ? logo : now[field] };
    await expectNotOverwritten(change, { stale: { ...mine, shown }, current: { ...mine, shown: current } });
  }
});

test('the access that somebody else has given a user is not overwritten [EVENT-15]', async () => {
  const { id: userId } = await addUser(administrator, { userEmail: 'collector@example.com' });
  await administrator.must(setUserAccess, { params: { userId }, body: { access: 'viewer' } });
  await expectNotOverwritten<CallInput<typeof setUserAccess>['body']>(
    async (body) => {
      const answer = await administrator.call(setUserAccess, { params: { userId }, body });
      return answer.ok ? null : refusal(answer);
    },
    {
      stale: { access: 'collector', shown: { access: 'member' } },
      current: { access: 'collector', shown: { access: 'viewer' } },
    },
  );
});

test('a field that nobody else has changed can be changed, whatever an import left in it [EVENT-14]', async () => {
  const { id: userId } = await addUser(administrator);
  await app.db.write
    .updateTable('users')
    .set({ phone: '  \u200Ephone? ', user_role: '' })
    .where('id', '=', userId)
    .execute();
  const body = { phone: '0300 1111111', userRole: 'Driver', shown: { phone: '  \u200Ephone? ', userRole: null } };
  expect(await administrator.must(updateUser, { params: { userId }, body })).toMatchObject({ userRole: 'Driver' });
});
