// In Urdu types of the list go by their Urdu names, in whatever the server words: files, messages, and what the page
// needs to know for its own words.
import { expect, test } from 'vitest';
import { correctFine } from '../../src/contract/fines/fine-details.ts';
import { addType, updateType } from '../../src/contract/fines/fine-types.ts';
import { readOwing } from '../../src/contract/money/reminders.ts';
import { sendAppeal } from '../../src/contract/money/requests.ts';
import { listWaivers, reverseWaiver, waiveFine } from '../../src/contract/money/waivers.ts';
import { updateOrganisation } from '../../src/contract/settings/organisation.ts';
import { readSession } from '../../src/contract/sign-in/auth.ts';
import { useAdministrator, useApp } from '../helpers/app.ts';
import { correction, fineOne, only, setRule } from '../helpers/ledger.ts';
import { signedInMember } from '../helpers/members.ts';

const app = useApp();
const administrator = useAdministrator(app);

test('a type has its Urdu name in every file in Urdu, in reminders, and is known to every page, also by a former name [TYPE-10]', async () => {
  await setRule(administrator, false);
  const { user, client } = await signedInMember(app, administrator);
  const type = { name: 'Late', urduName: 'دیر', amount: null, active: true };
  const { id: typeId } = await administrator.must(addType, { body: type });
  await administrator.must(addType, { body: { ...type, name: 'Noise', urduName: '' } });
  const first = await fineOne(administrator, user.id, { fineType: 'late', amount: 50 });
  const second = await fineOne(administrator, user.id, { fineType: 'Shouting', amount: 20 });
  await administrator.must(correctFine, {
    params: { fineId: second.id },
    body: correction(second, { fineType: 'Noise' }),
  });
  await administrator.must(updateType, { params: { id: typeId }, body: { name: 'Late arrival' } });
  const third = await fineOne(administrator, user.id, { fineType: 'Late arrival', amount: 30 });
  const body = { outstanding: 30, amount: 10, reason: 'Kind' };
  await administrator.must(waiveFine, { params: { fineId: third.id }, body });
  const { items } = await administrator.must(listWaivers, { query: { userId: user.id } });
  await administrator.must(reverseWaiver, {
    params: { waiverId: only(items).id },
    body: { amount: 10, reason: 'Mistake' },
  });
  await client.must(sendAppeal, { body: { fineId: first.id, reason: 'I was there' } });

  const known = [
    { key: 'late', urduName: 'دیر' },
    { key: 'late arrival', urduName: 'دیر' },
  ];
  for (const one of [administrator, client]) {
    expect((await one.must(readSession, {})).principal?.fineTypes).toEqual(expect.arrayContaining(known));
  }

  // The history of the type itself says what its name was.
  const linesIn = async (path: string, language: string, reader = administrator) =>
    (await (await reader.fetch(`/api/exports/${path}${path.includes('?') ? '&' : '?'}language=${language}`)).text())
      .split('\r\n')
      .filter((line) => !line.includes('fineTypes.'))
      .join('\n');
  for (const path of ['fines', 'waivers', 'requests', 'history', `statements/${user.id}`]) {
    expect(await linesIn(path, 'en'), path).toMatch(/late/i);
    const inUrdu = await linesIn(path, 'ur');
    expect(inUrdu, path).toContain('دیر');
    expect(inUrdu, path).not.toMatch(/\blate\b/i);
  }
  const own = await linesIn('own-statement', 'ur', client);
  expect(own).toContain('دیر');
  expect(own).toContain('Noise');
  expect(own).not.toMatch(/\blate\b/i);

  const named = async () =>
    (await administrator.must(readOwing, { params: { userId: user.id } })).member?.fines.map((fine) => fine.typeName);
  expect(new Set(await named())).toEqual(new Set(['late', 'Noise', 'Late arrival']));
  await administrator.must(updateOrganisation, { body: { language: 'ur' } });
  expect(new Set(await named())).toEqual(new Set(['دیر', 'Noise']));
  await administrator.must(updateOrganisation, { body: { language: 'en' } });
});
