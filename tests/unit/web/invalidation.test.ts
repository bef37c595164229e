// Which queries are refetched after a change, and that none keeps an earlier result.
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { OPERATIONS } from '../../../src/contract/index.ts';
import { QueryInvalidator } from '../../../src/web/api/invalidation.ts';

const invalidated = (client: QueryClient): unknown[] =>
  client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.isInvalidated)
    .map(({ queryKey }) => queryKey[0]);

test.each([
  ['event', ['events.list', 'totals.get', 'cash.handOvers', 'history.list']],
  [
    'rule',
    [
      'fines.deletion',
      'fines.types',
      'fineTypes.list',
      'rules.list',
      'organisation.read',
      'apiKeys.list',
      'reports.read',
      'overview.list',
      'overview.fines',
      'history.list',
    ],
  ],
  [
    'user',
    [
      'users.list',
      'users.options',
      'users.get',
      'fines.list',
      'fines.read',
      'payments.list',
      'payments.owed',
      'payments.receipt',
      'debtors.list',
      'waivers.list',
      'refunds.list',
      'refunds.voucher',
      'statements.read',
      'totals.get',
      'reports.owing',
      'overview.list',
      'overview.fines',
      'history.list',
    ],
  ],
] as const)('a change of the topic %s touches the queries that name it', async (topic, touched) => {
  const client = new QueryClient();
  const invalidator = new QueryInvalidator(client);
  for (const { id, topics, method } of OPERATIONS) {
    if (method === 'GET') await client.fetchQuery({ queryKey: [id], queryFn: () => id, meta: { topics } });
  }
  invalidator.add([topic]);
  await expect.poll(() => invalidated(client)).toEqual(expect.arrayContaining([...touched]));
  expect(invalidated(client)).toHaveLength(touched.length);
});

test('a query whose first read began before the change is read once more', async () => {
  const client = new QueryClient();
  const invalidator = new QueryInvalidator(client);
  const first = Promise.withResolvers<string>();
  const reading = client.fetchQuery({ queryKey: ['x'], queryFn: () => first.promise, meta: { topics: ['fine'] } });
  const other = client.fetchQuery({ queryKey: ['y'], queryFn: () => 'y', meta: { topics: ['fine'] } });
  await other;
  invalidator.add(['fine']);
  await expect.poll(() => invalidated(client)).toContain('y');
  first.resolve('from before');
  await reading;
  await expect.poll(() => invalidated(client)).toContain('x');
});
