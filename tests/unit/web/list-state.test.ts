// What of a list is in its address: read back as it was written, and harmless whatever somebody types there.
import { describe, expect, it } from 'vitest';
import type { ListState } from '../../../src/web/ui/list-state.ts';
import { listAddress, listState } from '../../../src/web/ui/list-state.ts';

const RULES = { name: 'ascending', total: 'descending' } as const;
type Sort = keyof typeof RULES;
const FIRST: ListState<Sort> = { search: '', sort: 'name', order: 'ascending', page: 1 };

/** As the router reads the search part of an address: values that are JSON become what they stand for. */
function asRouterReads(address: string): Record<string, unknown> {
  const read = (text: string): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  };
  return Object.fromEntries([...new URLSearchParams(address)].map(([name, value]) => [name, read(value)]));
}

describe('the address of a list', () => {
  it('is empty for a list as it is at the beginning', () => {
    expect(listAddress(FIRST, RULES)).toBe('');
    expect(listState({}, RULES)).toEqual(FIRST);
  });

  it('mentions an order only when it is not the one the sort starts with', () => {
    expect(listAddress({ ...FIRST, sort: 'total', order: 'descending' }, RULES)).toBe('?sort=total');
    expect(listAddress({ ...FIRST, order: 'descending' }, RULES)).toBe('?order=descending');
  });

  it.each(['khan', '1.0', '007', 'true', 'null', '"quoted"', 'a & b = 100%', 'محمد', ' spaced '])(
    'brings back a search for %s',
    (search) => {
      const state: ListState<Sort> = { search, sort: 'total', order: 'ascending', page: 7 };
      expect(listState(asRouterReads(listAddress(state, RULES)), RULES)).toEqual(state);
    },
  );

  it('reads a number that somebody typed into the address as a search', () => {
    expect(listState({ search: 7 }, RULES).search).toBe('7');
  });

  it.each([
    { sort: 'constructor' },
    { order: 'sideways' },
    { page: 0 },
    { page: -1 },
    { page: 1.5 },
    { page: 1e9 },
    { page: 'x' },
    { page: {} },
    { search: ['a'] },
    { search: null },
  ])('takes %j for nothing said', (raw) => {
    expect(listState(raw, RULES)).toEqual(FIRST);
  });

  it('cuts a search to what the server takes, and never within a letter', () => {
    const { search } = listState({ search: `${'a'.repeat(99)}😀` }, RULES);
    expect(search).toHaveLength(100);
    expect(search.isWellFormed()).toBe(true);
  });
});
