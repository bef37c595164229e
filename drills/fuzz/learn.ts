// Learns from responses: existing ids, valid sign-in links, and charges to confirm.
import { randomUUID } from 'node:crypto';
import type { FuzzRequest } from './requests.ts';
import type { FuzzAnswer } from './send.ts';
import type { Known } from './values.ts';

/** Where an operation's response holds an id or a token, and the parameter it is used for. */
const ID_PATHS: Record<string, { name: string; at: readonly string[] }> = {
  'users.add': { name: 'userId', at: ['id'] },
  'users.createSignInLink': { name: 'token', at: ['token'] },
  'fines.add': { name: 'fineId', at: ['fineIds', '0'] },
  'events.add': { name: 'eventId', at: ['event', 'id'] },
  'account.sessions': { name: 'sessionId', at: ['items', '1', 'id'] },
};

/** Remembers ids. Returns the follow-up request if the server asks for a confirmation, otherwise null. */
export function learn(request: FuzzRequest, { status, body }: FuzzAnswer, known: Known): FuzzRequest | null {
  const path = ID_PATHS[request.operationId];
  if (status === 200 && path !== undefined) {
    const value = path.at.reduce(inside, body);
    if (typeof value === 'string') known.add(path.name, value);
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
