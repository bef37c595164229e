// Builds the HTTP request for an operation; independent of what sends it.
import { randomUUID } from 'node:crypto';
import type { CallInput, Operation } from '../../src/contract/operation.ts';

export interface HttpRequest {
  method: Operation['method'];
  path: string;
  headers: Record<string, string>;
  /** '' if there is none */
  body: string;
}

/** Writes get a new Idempotency-Key unless one is given. `common`: additional headers, such as the session cookie. */
export function httpRequest<O extends Operation>(
  operation: O,
  input: CallInput<O>,
  { common = {}, key = randomUUID() }: { common?: Record<string, string>; key?: string | undefined } = {},
): HttpRequest {
  const { params, query, body } = input as {
    params?: Record<string, string>;
    query?: Record<string, unknown>;
    body?: unknown;
  };
  const path = operation.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''));
  const search = new URLSearchParams(
    Object.entries(query ?? {}).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
    ),
  );
  return {
    method: operation.method,
    path: `/api${path}${search.size > 0 ? `?${search.toString()}` : ''}`,
    headers: {
      ...common,
      ...(operation.writes ? { 'idempotency-key': key } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? '' : JSON.stringify(body),
  };
}
