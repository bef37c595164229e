// The processes drill's checks of the journal detect lost updates, wrong charges, gaps, and missing or extra writes.
import { expect, test } from 'vitest';
import {
  type Entry,
  gapsOf,
  impossibleFigures,
  lostUpdates,
  notOnce,
  wrongCharges,
} from '../../../drills/processes/history.ts';
import { emptyRaceLog } from '../../../drills/processes/racers.ts';

let newest = 0;
function entry(over: Partial<Entry>): Entry {
  newest += 1;
  return {
    sequence: newest,
    batch: newest,
    at: newest,
    action: 'fines.add',
    subject: 'fine',
    subject_id: 'F1',
    user_id: 'U1',
    before: null,
    after: null,
    total_change: 0,
    pending_change: 0,
    credit_change: 0,
    ...over,
  };
}

const fine = (amount: number, description: string, status = 'Pending') => ({
  user_id: 'U1',
  fine_type: 'Late',
  description,
  amount,
  date: '2026-06-01',
  status,
  paid_on: status === 'Paid' ? 1 : null,
});

const added = (id: string, amount: number, key: string): Entry =>
  entry({ subject_id: id, after: fine(amount, key), total_change: amount, pending_change: amount });
const paid = (id: string, amount: number, key: string): Entry =>
  entry({
    action: 'fines.setStatus',
    subject_id: id,
    before: fine(amount, key),
    after: fine(amount, key, 'Paid'),
    pending_change: -amount,
    credit_change: -amount,
  });
const received = (amount: number): Entry =>
  entry({ action: 'fines.setStatus', subject: 'payment', subject_id: 'P1', after: { amount }, credit_change: amount });

test('a correct history has no findings', () => {
  const journal = [added('F1', 5000, 'a'), added('F2', 10_000, 'b'), received(5000), paid('F1', 5000, 'a')];
  const log = emptyRaceLog();
  log.added.set('a', { amount: 50, users: 1 }).set('b', { amount: 50, users: 1 });
  log.marked.set('F1 Paid', 1);
  expect(lostUpdates(journal)).toEqual([]);
  expect(gapsOf(journal)).toBe(0);
  expect(impossibleFigures(journal)).toEqual([]);
  expect(wrongCharges(journal, log)).toEqual({ checked: 2, wrong: [] });
  expect(notOnce(journal, log)).toEqual([]);
});

test('a write that did not see the previous one is a lost update', () => {
  expect(lostUpdates([added('F1', 5000, 'a'), paid('F1', 5000, 'a'), paid('F1', 5000, 'a')])).toHaveLength(1);
});

test('a second fine of the week at the normal amount is wrong, and so is a first one at double', () => {
  const log = emptyRaceLog();
  log.added.set('a', { amount: 50, users: 1 }).set('b', { amount: 50, users: 1 });
  expect(wrongCharges([added('F1', 5000, 'a'), added('F2', 5000, 'b')], log).wrong).toHaveLength(1);
  expect(wrongCharges([added('F1', 10_000, 'a')], log).wrong).toHaveLength(1);
});

test('a second payment makes pending negative, which is found, and so is credit that nobody paid in', () => {
  const twice = [added('F1', 5000, 'a'), received(10_000), paid('F1', 5000, 'a'), paid('F1', 5000, 'a')];
  expect(impossibleFigures(twice)).toHaveLength(1);
  expect(impossibleFigures([added('F1', 5000, 'a'), paid('F1', 5000, 'a')])).toHaveLength(1);
});

test('an acknowledged write that is missing is found, and one that exists without being acknowledged', () => {
  const log = emptyRaceLog();
  log.added.set('a', { amount: 50, users: 1 });
  expect(notOnce([], log)).toEqual(['added a: 0 times, 1 acknowledged']);
  expect(notOnce([added('F1', 5000, 'a'), added('F2', 5000, 'a')], log)).toEqual(['added a: 2 times, 1 acknowledged']);
  expect(notOnce([added('F1', 5000, 'a'), added('F2', 5000, 'b')], log)).toEqual(['added b: 1 times, 0 acknowledged']);
});

test('a missing sequence is a gap', () => {
  const journal = [added('F1', 5000, 'a'), added('F2', 5000, 'b'), added('F3', 5000, 'c')];
  expect(gapsOf(journal.filter((_, index) => index !== 1))).toBe(1);
});
