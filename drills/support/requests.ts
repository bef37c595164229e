// The writes that drills send. Each can be identified in the journal: by its key, stored in a text of the record, or by
// the record's id.
import { randomUUID } from 'node:crypto';
import { RULE_ID } from '../../src/core/fines/rules.ts';

export type Kind =
  | 'add'
  | 'pay'
  | 'delete'
  | 'collect'
  | 'take-back'
  | 'waive'
  | 'give-back'
  | 'pay-out'
  | 'add-event'
  | 'change-event'
  | 'delete-event'
  | 'add-user'
  | 'change-user'
  | 'delete-user'
  | 'link'
  | 'rule';

export interface Sent {
  key: string;
  kind: Kind;
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  body: object | null;
  /** of the fine, payment, event or user; null for rules, and for additions without a response */
  id: string | null;
  /** the response body; null if there was no successful response: then the outcome is unknown */
  answer: string | null;
  /** status of the last response, null if the connection broke */
  status: number | null;
}

function request(kind: Kind, method: Sent['method'], path: string, rest: Partial<Sent> = {}): Sent {
  return { key: randomUUID(), kind, method, path, body: null, id: null, answer: null, status: null, ...rest };
}

export function addition(form: { userId: string | undefined; amount: number; date: string; fineType?: string }): Sent {
  const key = randomUUID();
  const { userId, amount, date, fineType = 'Drill' } = form;
  const body = { fineType, description: key, amount, date, userIds: [userId] };
  return request('add', 'POST', '/fines', { key, body });
}

/** Figures of a fine, in rupees. */
export type Figures = Record<'amount' | 'paidAmount' | 'waivedAmount', number>;

export const markPaid = (id: string, shown: Figures): Sent =>
  request('pay', 'PUT', `/fines/${id}/status`, { id, body: { status: 'Paid', shown } });

export const deletion = (id: string): Sent => request('delete', 'DELETE', `/fines/${id}`, { id });

/** A payment for these fines; the rest of it is credit. `outstanding` and `amount` in rupees. */
export function collection(form: {
  userId: string;
  fines: { fineId: string; outstanding: number }[];
  amount: number;
  receivedOn: string;
}): Sent {
  const key = randomUUID();
  return request('collect', 'POST', '/payments', { key, body: { ...form, note: key } });
}

/** Takes back the whole payment of `amount` rupees. */
export function takingBack(paymentId: string, amount: number): Sent {
  const key = randomUUID();
  return request('take-back', 'POST', `/payments/${paymentId}/reversal`, { key, body: { amount, reason: key } });
}

export function waiver(fineId: string, form: { outstanding: number; amount: number }): Sent {
  const key = randomUUID();
  return request('waive', 'POST', `/fines/${fineId}/waivers`, { key, body: { ...form, reason: key } });
}

export function givingBack(form: { userId: string; credit: number; amount: number; givenOn: string }): Sent {
  const key = randomUUID();
  return request('give-back', 'POST', '/refunds', { key, body: { ...form, note: key } });
}

/** Pays out cash held by the person with this id. */
export function payOut(holderId: string, amount: number): Sent {
  const key = randomUUID();
  return request('pay-out', 'POST', '/cash/pay-outs', { key, body: { holderId, amount, note: key } });
}

export function eventAddition(form: { amount: number; date: string }): Sent {
  const key = randomUUID();
  const body = { title: 'Drill', description: key, location: 'Drill', ...form };
  return request('add-event', 'POST', '/events', { key, body });
}

export function eventChange(id: string, amount: number): Sent {
  const key = randomUUID();
  return request('change-event', 'PATCH', `/events/${id}`, { key, id, body: { description: key, amount } });
}

export const eventDeletion = (id: string): Sent => request('delete-event', 'DELETE', `/events/${id}`, { id });

export function userAddition(): Sent {
  const key = randomUUID();
  const body = { userName: 'Drill', userEmail: `${key}@example.pk`, userRole: 'Drill', phone: key, status: 'Active' };
  return request('add-user', 'POST', '/users', { key, body });
}

export function userChange(id: string): Sent {
  const key = randomUUID();
  return request('change-user', 'PATCH', `/users/${id}`, { key, id, body: { userName: 'Changed', phone: key } });
}

export const userDeletion = (id: string): Sent => request('delete-user', 'DELETE', `/users/${id}`, { id });

/** A sign-in link; send at most one per user. */
export const signInLink = (id: string): Sent => request('link', 'POST', `/users/${id}/sign-in-link`, { id });

/** Switches a rule that does not affect charges. */
export const ruleSwitch = (allowDisallow: boolean): Sent =>
  request('rule', 'PUT', `/rules/${RULE_ID['members-see-everyone']}`, { body: { allowDisallow } });

/**
 * Whether the server stores the response under the key. Sign-in links are not stored: a repeat creates another link.
 */
export const isRepeatable = ({ kind }: Sent): boolean => kind !== 'link';

/**
 * Sends it, or sends it again under the same key, and records the response in it. Never throws. Returns false if the
 * connection was refused, so that no server can have received it.
 */
export async function send(url: string, cookie: string, sent: Sent, timeoutMs = 30_000): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/api${sent.path}`, {
      method: sent.method,
      headers: {
        origin: url,
        cookie,
        ...(isRepeatable(sent) ? { 'idempotency-key': sent.key } : {}),
        ...(sent.body === null ? {} : { 'content-type': 'application/json' }),
      },
      ...(sent.body === null ? {} : { body: JSON.stringify(sent.body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await answer.text();
    sent.status = answer.status;
    if (!answer.ok) return true;
    sent.answer = text;
    sent.id ??= addedId(JSON.parse(text) as Added);
    return true;
  } catch (error) {
    sent.status = null;
    const cause = error instanceof Error ? error.cause : undefined;
    return !(cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED');
  }
}

/** The response to adding fines, a payment, an event or a user. */
interface Added {
  payment?: { id: string };
  fineIds?: string[];
  event?: { id: string };
  id?: string;
}

const addedId = ({ fineIds, payment, event, id }: Added): string | null =>
  fineIds?.[0] ?? payment?.id ?? event?.id ?? id ?? null;
