// Where the cells of a list stand for somebody who does not get all of its columns.
import { describe, expect, test } from 'vitest';
import {
  actionsColumn,
  type Columns,
  emptyColumns,
  type Layout,
  layoutFor,
} from '../../../src/web/ui/lists/table/columns.ts';

type Key = 'tick' | 'name' | 'note' | 'amount' | 'actions';

const LAYOUT: Layout<Key> = {
  room: 'medium',
  rows: {
    lines: [
      ['tick', 'name', 'amount', 'actions'],
      ['tick', 'note', 'amount', 'actions'],
    ],
  },
  card: { lines: [['tick', 'name', 'name'], ['note', 'note', 'amount'], ['actions']] },
};

function columnsWithout(...missing: Key[]): Columns<null, Key> {
  const column = (key: Key) => !missing.includes(key) && { label: key, render: () => key };
  return {
    tick: column('tick'),
    name: column('name'),
    note: column('note'),
    amount: column('amount'),
    actions: column('actions'),
  };
}

describe('a layout [ACCESS-15]', () => {
  test('stays the same for whoever gets all columns', () => {
    expect(layoutFor(columnsWithout(), LAYOUT)).toBe(LAYOUT);
  });

  test('leaves no place for a column that somebody does not get', () => {
    const { rows, card } = layoutFor(columnsWithout('tick', 'actions'), LAYOUT);
    expect(rows?.lines).toEqual([
      ['name', 'name', 'amount', 'amount'],
      ['note', 'note', 'amount', 'amount'],
    ]);
    expect(card.lines).toEqual([
      ['name', 'name', 'name'],
      ['note', 'note', 'amount'],
    ]);
  });
});

test('a column in which no row has anything is empty, such as one for buttons of which this person gets none [SCREEN-49]', () => {
  const actions = (mayChange: (row: string) => boolean) =>
    actionsColumn<string>('Actions', (row) => mayChange(row) && 'Edit');
  const columns = {
    name: { label: 'Name', render: (row: string) => row },
    note: { label: 'Note', render: () => '' },
    // Its head says something of its own.
    tick: { label: 'All', head: 'box', render: () => false },
    some: actions((row) => row === 'b'),
    none: actions(() => false),
    hidden: false,
  } as const;
  expect(emptyColumns(columns, ['a', 'b'])).toEqual(['note', 'none']);
  expect(emptyColumns(columns, ['a'])).toEqual(['note', 'some', 'none']);
});
