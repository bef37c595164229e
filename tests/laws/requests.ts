// The requests of the steps: valid bodies, invalid requests, and the choice of records by index.
import type { ErrorCode } from '../../src/contract/errors.ts';
import { eventForm } from '../helpers/ledger.ts';
import type { Charge } from './model.ts';

export interface Sent {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  body?: object;
}

/** Requests that are invalid in any state. `USER` stands for the id of an existing user. */
export const INVALID_REQUESTS: [Sent, ErrorCode][] = [
  [
    { method: 'POST', path: '/fines', body: { fineType: 'Type 1', amount: -1, date: '2026-11-18', userIds: ['USER'] } },
    'invalid-input',
  ],
  [
    {
      method: 'POST',
      path: '/fines',
      body: { fineType: 'Type 1', amount: 0.001, date: '2026-11-18', userIds: ['USER'] },
    },
    'invalid-input',
  ],
  [
    { method: 'POST', path: '/fines', body: { fineType: 'Type 1', amount: 1, date: '2026-02-30', userIds: ['USER'] } },
    'invalid-input',
  ],
  [
    { method: 'POST', path: '/fines', body: { fineType: 'Type 1', amount: 1, date: '2026-11-18', userIds: [] } },
    'invalid-input',
  ],
  [
    {
      method: 'POST',
      path: '/fines',
      body: { fineType: 'Type 1', amount: 1, date: '2026-11-18', userIds: ['USER', 'NOBODY22'] },
    },
    'user-not-found',
  ],
  [
    {
      method: 'PUT',
      path: '/fines/NOFINE222222/status',
      body: { status: 'Paid', shown: { amount: 1, paidAmount: 0, waivedAmount: 0 } },
    },
    'fine-not-found',
  ],
  [{ method: 'DELETE', path: '/fines/NOFINE222222' }, 'fine-not-found'],
  [{ method: 'POST', path: '/events', body: { title: 'x' } }, 'invalid-input'],
  [{ method: 'DELETE', path: '/events/NOEVENT22222' }, 'event-not-found'],
  [{ method: 'PUT', path: '/rules/2', body: { allowDisallow: true } }, 'rule-not-found'],
  [{ method: 'DELETE', path: '/users/NOBODY22' }, 'user-not-found'],
  [{ method: 'POST', path: '/users', body: { userName: '' } }, 'invalid-input'],
];

export const pick = <T>(all: readonly T[], index: number): T | undefined => all[index % Math.max(all.length, 1)];
/** Mostly an existing one; one time in eight any id that ever existed. */
export const pickId = (
  present: readonly { id: string }[],
  ever: readonly string[],
  index: number,
): string | undefined =>
  index % 8 === 7 ? pick(ever, Math.floor(index / 8)) : pick(present, Math.floor(index / 8))?.id;
/** The same few addresses in varying case. */
export const emailOf = (n: number): string => (n % 2 === 0 ? `Person${n}@Example.pk` : `person${n - 1}@example.PK`);
export const userBody = (userEmail: string, active: boolean) => ({
  userName: `Name of ${userEmail}`,
  userEmail,
  userRole: 'r',
  phone: '1',
  status: active ? 'Active' : 'Inactive',
});
export const eventBody = (amount: number) => eventForm({ amount: amount / 100 });
export const asRupees = (charges: Charge[]) => charges.map((charge) => ({ ...charge, amount: charge.amount / 100 }));
export const codeOf = (payload: string): string | undefined =>
  (JSON.parse(payload) as { error?: { code: string } }).error?.code;
