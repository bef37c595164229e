// Optimistic updates of the Fines screen: rows and figures change together, once, and only in the lists concerned.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ofEachText } from '../../../src/core/fines/fine-texts.ts';
import type { Fine } from '../../../src/contract/fines/fines.ts';
import { type FinesList, withChange, withReduction } from '../../../src/web/features/fines/list-changes.ts';

function fine(id: string, amount: number, status: Fine['status'], userId = 'U1'): Fine {
  const at = '2026-11-20T08:00:00.000Z';
  return {
    id,
    userId,
    userName: 'Ayesha Khan',
    fineType: 'Late arrival',
    ...ofEachText(() => ''),
    amount,
    date: '2026-11-20',
    status,
    paidAmount: status === 'Paid' ? amount : 0,
    outstanding: status === 'Paid' ? 0 : amount,
    waivedAmount: 0,
    mistake: false,
    createdAt: at,
    paidOn: null,
    lastUpdated: at,
    dueOn: null,
  };
}

/** A list whose figures include its fines and 1,000 rupees pending elsewhere. */
function listOf(fines: Fine[], userId: string | null = null): FinesList {
  const sum = (chosen: Fine[]): number => chosen.reduce((all, { amount }) => all + amount, 0);
  const total = sum(fines);
  const pending = sum(fines.filter(({ status }) => status === 'Pending'));
  const paidCount = fines.filter(({ status }) => status === 'Paid').length;
  return {
    items: fines,
    page: 1,
    status: 'all',
    search: '',
    more: false,
    notesFrom: null,
    pageSize: 10,
    totalItems: fines.length,
    totals: {
      totalFinesAmount: total + 100_000,
      pendingFinesAmount: pending + 100_000,
      collectedAmount: total - pending,
      usedAmount: 5000,
      availableBalance: total - pending - 5000,
      creditHeld: 0,
      collectionRate: 100 - Math.round((100 * (pending + 100_000)) / (total + 100_000)),
      fineCount: fines.length + 1,
      paidCount,
    },
    user:
      userId === null
        ? null
        : {
            id: userId,
            userName: 'Ayesha Khan',
            userEmail: null,
            status: 'Active',
            deleted: false,
            summary: {
              totalFine: total,
              pendingFine: pending,
              paidAmount: total - pending,
              credit: 0,
              fineCount: fines.length,
              paidCount,
              lastActivity: '2026-11-20',
            },
          },
  };
}

describe('withChange', () => {
  it('marks the row and lowers the pending total by the amount', () => {
    const before = listOf([fine('A', 25_050, 'Pending'), fine('B', 10_000, 'Paid')], 'U1');
    const after = withChange(before, { kind: 'status', fineId: 'A', status: 'Paid' });
    expect(after).toEqual(listOf([fine('A', 25_050, 'Paid'), fine('B', 10_000, 'Paid')], 'U1'));
  });

  it('removes the row and lowers the total, and the pending total if the fine was pending', () => {
    const before = listOf([fine('A', 25_050, 'Pending'), fine('B', 10_000, 'Paid')]);
    expect(withChange(before, { kind: 'delete', fineId: 'A' })).toEqual(listOf([fine('B', 10_000, 'Paid')]));
    // What was paid of the fine becomes credit.
    const left = listOf([fine('A', 25_050, 'Pending')]);
    expect(withChange(before, { kind: 'delete', fineId: 'B' })).toEqual({
      ...left,
      totals: { ...left.totals, creditHeld: 10_000 },
    });
  });

  it('removes the row from a list of one status when the fine gets the other', () => {
    const before: FinesList = {
      ...listOf([fine('A', 25_000, 'Pending'), fine('B', 10_000, 'Pending')]),
      status: 'Pending',
    };
    const after = withChange(before, { kind: 'status', fineId: 'A', status: 'Paid' });
    expect(after.items).toEqual([fine('B', 10_000, 'Pending')]);
    expect(after.totalItems).toBe(1);
    expect(after.totals).toEqual(listOf([fine('A', 25_000, 'Paid'), fine('B', 10_000, 'Pending')]).totals);
    expect(withChange(after, { kind: 'status', fineId: 'A', status: 'Paid' })).toBe(after);
  });

  it('changes nothing a second time, or for a fine that is not on the page', () => {
    const before = listOf([fine('A', 25_050, 'Pending')]);
    const paid = withChange(before, { kind: 'status', fineId: 'A', status: 'Paid' });
    expect(withChange(paid, { kind: 'status', fineId: 'A', status: 'Paid' })).toBe(paid);
    expect(withChange(before, { kind: 'delete', fineId: 'elsewhere' })).toBe(before);
  });

  it("does not change another user's figures", () => {
    const before = listOf([fine('A', 4000, 'Pending', 'U2')], 'U1');
    expect(withChange(before, { kind: 'delete', fineId: 'A' }).user).toEqual(before.user);
  });

  it('agrees with recomputed figures, for any amounts and changes', () => {
    const amounts = fc.integer({ min: 0, max: 99_999_999_999 });
    const status = fc.constantFrom<Fine['status']>('Paid', 'Pending');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(amounts, status), { minLength: 1, maxLength: 8 }),
        fc.array(fc.tuple(fc.nat(7), fc.constantFrom('Paid', 'Pending', 'delete')), { maxLength: 8 }),
        (given, changes) => {
          let fines = given.map(([amount, state], index) => fine(String(index), amount, state));
          let list = listOf(fines, 'U1');
          for (const [index, kind] of changes) {
            const fineId = String(index);
            if (kind === 'delete') {
              fines = fines.filter(({ id }) => id !== fineId);
              list = withChange(list, { kind, fineId });
            } else {
              const next = kind === 'Paid' ? 'Paid' : 'Pending';
              fines = fines.map((item) =>
                item.id === fineId && item.status !== next ? fine(item.id, item.amount, next, item.userId) : item,
              );
              list = withChange(list, { kind: 'status', fineId, status: next });
            }
          }
          const { collectionRate: _, creditHeld: __, ...totals } = listOf(fines, 'U1').totals;
          expect(list.totals).toMatchObject(totals);
          const { user } = listOf(fines, 'U1');
          expect({ ...list.user, summary: { ...list.user?.summary, credit: 0 } }).toEqual(user);
          expect(list.items).toEqual(fines);
        },
      ),
    );
  });
});

describe('withReduction', () => {
  const reduction = { fineId: 'B', from: 20_000, to: 10_000, status: 'Pending', toGiveBack: 0 } as const;

  it('halves the row and lowers the figures by the difference, once', () => {
    const after = withReduction(listOf([fine('B', 20_000, 'Pending')], 'U1'), reduction);
    expect(after).toEqual(listOf([fine('B', 10_000, 'Pending')], 'U1'));
    expect(withReduction(after, reduction)).toBe(after);
  });

  it('lowers the collected amount if the reduced fine was paid', () => {
    const after = withReduction(listOf([fine('B', 20_000, 'Paid')]), {
      ...reduction,
      status: 'Paid',
      toGiveBack: 10_000,
    });
    expect(after.totals.collectedAmount).toBe(10_000);
    expect(after.totals.pendingFinesAmount).toBe(100_000);
  });
});
