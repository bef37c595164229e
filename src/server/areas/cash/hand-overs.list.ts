// The list of hand-overs: a page, and the file.
import type { HandOver, listHandOvers } from '../../../contract/money/cash.ts';
import type { ParsedInput } from '../../../contract/operation.ts';
import type { RecordList } from '../../shared/record-list.ts';
import { countHandOvers, type HandOverRow, handOversPage } from './cash.repository.ts';
import { handOversOf } from './cash.service.ts';
import { REVERSED } from '../../shared/money-columns.ts';

type Query = Omit<ParsedInput<typeof listHandOvers>['query'], 'page' | 'pageSize'>;

export const handOverList: RecordList<Query, HandOverRow, HandOver, never> = {
  rows: (db, { from, to }, { after, ...window }) => handOversPage(db, { from, to, after }, window),
  sums: async (db, { from, to }) => ({ count: await countHandOvers(db, { from, to }) }),
  items: handOversOf,
  file: 'hand-overs',
  columns: {
    day: ({ day }) => ({ day }),
    holder: ({ holder }) => ({ recorded: holder }),
    takenBy: ({ takenBy }) => ({ recorded: takenBy }),
    received: ({ received }) => ({ amount: received }),
    takenOver: ({ takenOver }) => ({ amount: takenOver }),
    givenBack: ({ givenBack }) => ({ amount: givenBack }),
    paidOut: ({ paidOut }) => ({ amount: paidOut }),
    shouldBe: ({ held }) => ({ amount: held }),
    counted: ({ counted }) => ({ amount: counted }),
    difference: ({ difference }) => ({ amount: difference }),
    note: ({ note }) => ({ text: note }),
    ...REVERSED,
  },
};
