// Generates requests from the OpenAPI document: valid, almost valid (with one thing wrong), and absurd.
import fc from 'fast-check';
import type { DocumentedOperation, Parameter } from './openapi.ts';
import { ABSURD, validValue, type Known, invalidValue, ODD_TEXT } from './values.ts';

export type Kind = 'valid' | 'almost valid' | 'absurd';
export type Role = 'administrator' | 'member' | 'nobody';

export interface FuzzRequest {
  kind: Kind;
  role: Role;
  operationId: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | null;
}

/** Rarely sent: operations that hash a password or end sessions. */
const RARE = /^(auth\.(signIn|signOut|acceptInvitation)|account\.(changePassword|signOutEverywhere|endSession))$/;
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'];
/** Characters valid in a header; invalid ones are sent as raw bytes (raw.ts). */
const HEADER_TEXT = fc.string({ unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCodePoint(code)) });

interface Input {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
}

const roles = fc.oneof(
  { weight: 7, arbitrary: fc.constant<Role>('administrator') },
  { weight: 2, arbitrary: fc.constant<Role>('member') },
  { weight: 1, arbitrary: fc.constant<Role>('nobody') },
);

export function anyRequest(operations: readonly DocumentedOperation[], known: Known): fc.Arbitrary<FuzzRequest> {
  return fc.oneof(
    ...operations.map((operation) => ({
      weight: RARE.test(operation.id) ? 5 : 60,
      arbitrary: fc.oneof(
        { weight: 5, arbitrary: valid(operation, known) },
        { weight: 4, arbitrary: almostValid(operation, known) },
        { weight: 2, arbitrary: absurd(operation) },
      ),
    })),
  );
}

const parametersIn = ({ parameters }: DocumentedOperation, place: Parameter['in']): Parameter[] =>
  parameters.filter((parameter) => parameter.in === place);

function validInput(operation: DocumentedOperation, known: Known): fc.Arbitrary<Input> {
  const values = (place: Parameter['in']) => {
    const parameters = parametersIn(operation, place);
    return fc.record(
      Object.fromEntries(parameters.map(({ name, schema }) => [name, validValue(schema, name, known)])),
      {
        requiredKeys: parameters.flatMap(({ name, required }) => (required ? [name] : [])),
      },
    );
  };
  return fc.record({
    params: values('path'),
    query: values('query'),
    body: operation.body === null ? fc.constant(undefined) : validValue(operation.body, '', known),
  });
}

function valid(operation: DocumentedOperation, known: Known): fc.Arbitrary<FuzzRequest> {
  return fc
    .tuple(roles, validInput(operation, known), fc.uuid())
    .map(([role, input, key]) => toRequest(operation, { kind: 'valid', role, input, key }));
}

/** A valid request with one thing wrong: a field, a parameter, or a header. */
function almostValid(operation: DocumentedOperation, known: Known): fc.Arbitrary<FuzzRequest> {
  const fields = Object.entries(operation.body?.properties ?? {});
  const spoilers: fc.Arbitrary<(input: Input) => void>[] = [
    ...fields.map(([name, schema]) =>
      invalidValue(schema, name).map(
        (value) => (input: Input) => void Object.assign(input.body as object, { [name]: value }),
      ),
    ),
    ...fields.map(([name]) => fc.constant((input: Input) => void Reflect.deleteProperty(input.body as object, name))),
    ...(fields.length === 0
      ? []
      : [
          fc.tuple(ODD_TEXT, ABSURD).map(
            ([name, value]) =>
              (input: Input) =>
                void Object.assign(input.body as object, { [name]: value }),
          ),
        ]),
    ...parametersIn(operation, 'path').map(({ name, schema }) =>
      invalidValue(schema, name).map((value) => (input: Input) => void (input.params[name] = value)),
    ),
    ...parametersIn(operation, 'query').map(({ name, schema }) =>
      invalidValue(schema, name).map((value) => (input: Input) => void (input.query[name] = value)),
    ),
    fc.tuple(ODD_TEXT, ODD_TEXT).map(
      ([name, value]) =>
        (input: Input) =>
          void (input.query[name] = value),
    ),
  ];
  const headers = fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: oddHeaders });
  // Few keys, so that some were used before for another request.
  const key = fc.oneof(
    fc.uuid(),
    fc.nat({ max: 50 }).map((n) => `used-again-${n}`),
    HEADER_TEXT,
  );
  return fc
    .tuple(roles, validInput(operation, known), fc.oneof(...spoilers), headers, key)
    .map(([role, input, spoil, more, oneKey]) => {
      spoil(input);
      const request = toRequest(operation, { kind: 'almost valid', role, input, key: oneKey });
      return { ...request, headers: { ...request.headers, ...more } };
    });
}

const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  fc.constantFrom<Record<string, string>>(
    { origin: 'https://elsewhere.example' },
    { origin: 'null' },
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/json; charset=utf-16' },
    { 'content-type': 'multipart/form-data' },
    { 'content-encoding': 'gzip' },
    { 'accept-encoding': 'br;q=0, *;q=0.1' },
    { accept: 'text/event-stream' },
    { 'last-event-id': '-1' },
    { 'last-event-id': '999999999999999' },
    { 'x-forwarded-for': '::ffff:1.2.3.4, %eth0' },
    { 'x-forwarded-host': 'a b' },
    { 'x-http-method-override': 'DELETE' },
    { host: 'localhost:99999' },
    { range: 'bytes=0-0' },
    { 'if-none-match': '*' },
    { 'content-length': '3' },
    { authorization: 'Basic Og==' },
  ),
  fc
    .tuple(
      fc.constantFrom('cookie', 'x-forwarded-for', 'accept-encoding', 'content-type', 'last-event-id'),
      HEADER_TEXT,
    )
    .map(([name, value]) => ({ [name]: value })),
);

function absurd(operation: DocumentedOperation): fc.Arbitrary<FuzzRequest> {
  const odd = fc.dictionary(ODD_TEXT, ODD_TEXT, { maxKeys: 4 });
  const input = fc.record({
    params: fc.record(Object.fromEntries(parametersIn(operation, 'path').map(({ name }) => [name, ODD_TEXT]))),
    query: odd,
    body: ABSURD,
  });
  const body = fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: ODD_TEXT });
  return fc
    .tuple(roles, input, fc.constantFrom(operation.method, ...METHODS), body, oddHeaders, ODD_TEXT)
    .map(([role, made, method, raw, more, tail]) => {
      const request = toRequest(operation, { kind: 'absurd', role, input: made, key: 'absurd-key' });
      const path =
        tail.length > 40 ? `${request.path.split('?')[0]}/${encodeURIComponent(tail.toWellFormed())}` : request.path;
      const sent = method === 'GET' || method === 'HEAD' || method === 'TRACE' ? null : (raw ?? request.body);
      return { ...request, method, path, body: sent, headers: { ...request.headers, ...more } };
    });
}

function toRequest(
  operation: DocumentedOperation,
  { kind, role, input, key }: { kind: Kind; role: Role; input: Input; key: string },
): FuzzRequest {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => inAddress(input.params[name]));
  const query = Object.entries(input.query)
    .map(([name, value]) => `${inAddress(name)}=${inAddress(value)}`)
    .join('&');
  const writes = operation.parameters.some(({ name }) => name === 'idempotency-key');
  return {
    kind,
    role,
    operationId: operation.id,
    method: operation.method,
    path: query === '' ? path : `${path}?${query}`,
    headers: {
      ...(writes ? { 'idempotency-key': key } : {}),
      ...(operation.body === null ? {} : { 'content-type': 'application/json' }),
    },
    body: operation.body === null ? null : (JSON.stringify(input.body) ?? null),
  };
}

const inAddress = (value: unknown): string =>
  encodeURIComponent((typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed());
