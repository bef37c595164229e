// The app rules through the API (RULE-2, RULE-6).
import { expect, test } from 'vitest';
import { listRules, switchRule } from '../../src/contract/settings/rules.ts';
import { RULES } from '../../src/core/fines/rules.ts';
import { startApp, useAdministrator, useApp } from '../helpers/app.ts';
import { dump } from '../helpers/books.ts';
import { refusal } from '../helpers/ledger.ts';

const app = useApp();
const administrator = useAdministrator(app);

const list = async () => (await administrator.must(listRules, {})).items;
const idsOn = async () => (await list()).flatMap(({ id, allowDisallow }) => (allowDisallow ? [id] : []));
const toggle = (ruleId: string, allowDisallow: boolean) =>
  administrator.must(switchRule, { params: { ruleId }, body: { allowDisallow } });

test('the rules exist from the start, the repeat-offence rule first [RULE-2]', async () => {
  const items = await list();
  expect(items).toEqual([
    { id: '1', description: 'Double the fine for a repeated mistake in the same week', allowDisallow: true },
    { id: 'members-see-everyone', description: "Members can see everyone's fines", allowDisallow: false },
    { id: 'money-needs-passkey', description: 'Whoever handles money needs a passkey', allowDisallow: false },
    { id: 'only-listed-fine-types', description: 'Only fine types from the list', allowDisallow: false },
    { id: 'members-claim', description: 'Members can say that they have paid', allowDisallow: true },
    { id: 'members-appeal', description: 'Members can appeal against a fine', allowDisallow: true },
    { id: 'tell-members', description: 'Members are told at once', allowDisallow: false },
    { id: 'late-surcharge', description: 'Late surcharge', allowDisallow: false },
  ]);
});

test('a rule added by a newer version exists after the next start, and existing rules do not change', async () => {
  const own = await startApp();
  await own.db.write.updateTable('settings').set({ allow_disallow: 0 }).where('id', '=', '1').execute();
  await own.db.write.deleteFrom('settings').where('id', '=', 'members-see-everyone').execute();
  const next = await startApp({ databaseUrl: own.databaseUrl, clock: own.clock });
  const { items } = await (await next.administrator()).must(listRules, {});
  expect(items.map(({ id, allowDisallow }) => [id, allowDisallow])).toEqual(
    RULES.map(({ id, isOnAtFirst }) => [id, id === '1' ? false : isOnAtFirst]),
  );
  await next.stop();
  await own.stop();
});

test('switching one is saved, leaves the other unchanged, and is journalled [RULE-6]', async () => {
  const [rule] = await list();
  expect(await toggle('1', false)).toEqual({ ...rule, allowDisallow: false });
  const others = ['members-claim', 'members-appeal'];
  expect(await idsOn()).toEqual(others);
  await toggle('members-see-everyone', true);
  expect(await idsOn()).toEqual(['members-see-everyone', ...others]);
  const entries = await app.db.read.selectFrom('journal').selectAll().orderBy('sequence').execute();
  expect(entries.map(({ subject, subject_id, actor }) => [subject, subject_id, actor])).toEqual([
    ['setting', '1', 'admin@jurmana.test'],
    ['setting', 'members-see-everyone', 'admin@jurmana.test'],
  ]);
  expect(JSON.parse(entries[0]?.before ?? '')).toMatchObject({ allow_disallow: 1 });
  expect(JSON.parse(entries[0]?.after ?? '')).toMatchObject({ allow_disallow: 0 });
});

test('switching to the current state changes no record [RULE-6]', async () => {
  const { idempotency: _, ...before } = await dump(app.db);
  expect((await toggle('1', false)).allowDisallow).toBe(false);
  const { idempotency: __, ...after } = await dump(app.db);
  expect(after).toEqual(before);
});

test('an unknown one is not found [RULE-6]', async () => {
  const answer = await administrator.call(switchRule, { params: { ruleId: '2' }, body: { allowDisallow: true } });
  expect(refusal(answer)).toMatchObject({ status: 404, code: 'rule-not-found', message: 'Setting not found' });
});
