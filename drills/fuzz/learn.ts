// What answers teach: ids that exist, links that work, and charges to confirm.
import { randomUUID } from 'node:crypto';
import type { FuzzRequest } from './requests.ts';
import type { FuzzAnswer } from './send.ts';
import type { Known } from './values.ts';

/** Where an operation's answer names what it made or found: the path to the id, and what such an id is called. */
const TAUGHT: Record<string, { name: string; at: readonly string[] }> = {
  'users.add': { name: 'userId', at: ['id'] },
  'users.createSignInLink': { name: 'token', at: ['token'] },
  'fines.add': { name: 'fineId', at: ['fines', '0', 'id'] },
  'events.add': { name: 'eventId', at: ['event', 'id'] },
  'account.sessions': { name: 'sessionId', at: ['items', '1', 'id'] },
};

/** Keeps what an answer tells; the request to send next, where the server asks for a confirmation, else null. */
export function learn(request: FuzzRequest, { status, body }: FuzzAnswer, known: Known): FuzzRequest | null {
  const taught = TAUGHT[request.operationId];
  if (status === 200 && taught !== undefined) {
    const value = taught.at.reduce(inside, body);
    if (typeof value === 'string') known.add(taught.name, value);
  }
  if (status !== 409 || request.operationId !== 'fines.add' || request.body === null) return null;
  const charges = ['error', 'details', 'charges'].reduce(inside, body);
  if (!Array.isArray(charges)) return null;
  const given = JSON.parse(request.body) as object;
  return {
    ...request,
    headers: { ...request.headers, 'idempotency-key': randomUUID() },
    body: JSON.stringify({ ...given, confirmed: charges as unknown[] }),
  };
}

const inside = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
