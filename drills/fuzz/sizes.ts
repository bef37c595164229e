// Sends bodies of the largest size (shapes.ts) to every operation that takes one, as every permitted caller, and many
// at once. Reports how large the server's heap became, and how long others waited.
import { request as httpRequest } from 'node:http';
import { addApiKey } from '../../src/contract/sign-in/api-keys.ts';
import { acceptInvitation } from '../../src/contract/sign-in/auth.ts';
import { checkFineImport, checkUserImport, importFines, importUsers } from '../../src/contract/fines/imports.ts';
import { collectFromMany, listDebtors } from '../../src/contract/money/debtors.ts';
import { OPERATIONS } from '../../src/contract/index.ts';
import type { Operation } from '../../src/contract/operation.ts';
import { addUser, addUsers, createSignInLink, setUserAccess } from '../../src/contract/users.ts';
import { type AccessLevel, GRANTED_LEVELS, isAllowed } from '../../src/core/people/permission.ts';
import type { Engine } from '../../src/server/db/types.ts';
import { bodyLimitOf } from '../../src/server/http/body-limit.ts';
import { type Client, cookieOf, createClient, signInAt } from '../../tests/helpers/client.ts';
import { userForm } from '../../tests/helpers/ledger.ts';
import { patience } from '../../tests/helpers/patience.ts';
import { type ServerProcess, startServerProcess } from '../../tests/helpers/server-process.ts';
import { ACCOUNT, Findings, newDatabase } from '../support/drill.ts';
import { fineRowsOf, type Shaped, shapesOf, userRowsOf } from './shapes.ts';
import { HeapWatch, REPORT_HEAP, watchHealth } from './watch.ts';

const MAX_HEAP_MB = 200;
/** Longer on a busy machine: what the server waits for its disk is part of it. */
const MAX_HEALTH_MS = patience(500);
/** On a busy machine others may wait long once or twice; behind a request that really blocks them, each time. */
const TRIES = 3;
const AT_ONCE = 20;
const TIMEOUT_MS = 120_000;
/** Only larger bodies are also sent with a key, because a key may send only 300 requests a minute. */
const TRIED_BY_KEY = 64 * 1024;

const ENDS = ({ id }: Operation): boolean => /signOut/.test(id);

interface Caller {
  name: string;
  /** null: signed out */
  access: AccessLevel | null;
  headers: Record<string, string>;
  isKey?: true;
}

/** `short`: only from the lowest permitted access, and with files of fewer rows. */
export async function drillSizes(engine: Engine, short: boolean): Promise<void> {
  const database = await newDatabase(engine);
  const heap = new HeapWatch();
  const server = await startServerProcess({
    databaseUrl: database.url,
    account: ACCOUNT,
    environment: { LOG_LEVEL: 'error' },
    nodeOptions: REPORT_HEAP,
    onOutput: (text) => heap.read(text),
  });
  const findings = new Findings();
  try {
    await sendAll(server, short, findings);
    const { largest } = heap;
    findings.add(`the heap stays below ${MAX_HEAP_MB} MB`, largest > 0 && largest < MAX_HEAP_MB, `${largest} MB`);
    findings.add('the largest resident memory', true, `${server.memory()?.peak ?? '?'} MB`);
    findings.print(`Bodies of the full size on ${engine}`);
  } finally {
    await server.kill();
    await database.remove();
  }
}

async function sendAll({ url, pid, running }: ServerProcess, short: boolean, findings: Findings): Promise<void> {
  const administrator = await signInAt(url, ACCOUNT);
  const callers = await callersOf(url, administrator);
  const members = Array.from({ length: 500 }, () => userForm());
  await administrator.must(addUsers, { body: { users: members } });
  const rows = new Map<Operation, Record<string, string>[]>([
    [
      checkFineImport,
      fineRowsOf(
        members.map(({ userEmail }) => userEmail),
        short,
      ),
    ],
    [
      importFines,
      fineRowsOf(
        members.map(({ userEmail }) => userEmail),
        short,
      ),
    ],
    [checkUserImport, userRowsOf('checked', short)],
    [importUsers, userRowsOf('imported', short)],
  ]);
  const health = watchHealth({ url, pid });
  // Each call reports what was sent since the previous call.
  await health.slowest();
  const faults: string[] = [];
  let slowest = { ms: 0, when: '' };
  let sent = 0;

  /** Sends it, and repeats it if others waited long meanwhile. */
  const measured = async (when: string, send: () => Promise<string | null>[]): Promise<void> => {
    let best = Infinity;
    for (let tried = 0; tried < TRIES && best > MAX_HEALTH_MS; tried += 1) {
      const answers = await Promise.all(send());
      sent += answers.length;
      for (const fault of answers) if (fault !== null) faults.push(`${when}: ${fault}`);
      best = Math.min(best, await health.slowest());
      if (!running()) break;
    }
    if (best > slowest.ms) slowest = { ms: best, when };
  };

  // Operations that end the session come last.
  const operations = OPERATIONS.filter(({ method }) => method !== 'GET').toSorted((a, b) => +ENDS(a) - +ENDS(b));
  for (const operation of operations) {
    const limit = bodyLimitOf(operation);
    const allowed = callers.filter(
      ({ access, isKey }) =>
        isAllowed(operation.needs, access) &&
        (isKey !== true || (limit.bytes > TRIED_BY_KEY && operation.needs !== 'member')),
    );
    const chosen = short ? allowed.slice(0, 1) : callers.filter((one) => allowed.includes(one) || one.isKey !== true);
    const ofFile = rows.get(operation) ?? null;
    const shapes = shapesOf(operation, limit, { rows: ofFile, short });
    // Checking and importing read a file in the same way.
    const tried = short && ofFile !== null && operation.writes ? shapes.slice(-1) : shapes;
    const each = tried.flatMap((shaped) =>
      chosen.map((caller) => ({
        when: `${operation.id}, ${shaped.shape}, ${caller.name}`,
        send: () => sendShaped(url, operation, caller, shaped),
      })),
    );
    // Small bodies are sent all at once.
    const together =
      limit.bytes <= TRIED_BY_KEY ? [{ when: operation.id, send: () => each.map((one) => one.send()) }] : [];
    const oneByOne = each.map(({ when, send }) => ({ when, send: () => [send()] }));
    for (const { when, send } of together.length > 0 ? together : oneByOne) if (running()) await measured(when, send);
  }

  const largest = fineRowsOf(
    members.map(({ userEmail }) => userEmail),
    short,
  );
  await largestWrites(administrator, largest, measured);

  const clerks = callers.filter(({ access }) => access === 'collector');
  for (const shape of short ? ['rows'] : ['rows', 'as many objects as are read', 'one text']) {
    const options = { rows: rows.get(checkFineImport) ?? null, short };
    const shaped = shapesOf(checkFineImport, bodyLimitOf(checkFineImport), options).find((one) => one.shape === shape);
    if (shaped === undefined || !running()) continue;
    await measured(`${AT_ONCE} times fines.checkImport at once, ${shape}`, () =>
      Array.from({ length: AT_ONCE }, (_, n) =>
        sendShaped(url, checkFineImport, clerks[n % clerks.length], shaped, [503]),
      ),
    );
  }
  await health.stop();

  findings.add('the server runs on after bodies of the full size', running(), `${sent} sent`);
  findings.add('each was answered, and none with a 5xx', faults.length === 0, faults.slice(0, 5).join('; ') || sent);
  findings.add(
    `others wait less than ${MAX_HEALTH_MS} ms`,
    slowest.ms < MAX_HEALTH_MS,
    `/healthz ${slowest.ms.toFixed(0)} ms at ${slowest.when}`,
  );
}

/** Sends the largest writes that are carried out. */
async function largestWrites(
  administrator: Client,
  ofFile: readonly Record<string, string>[],
  measured: (when: string, send: () => Promise<string | null>[]) => Promise<void>,
): Promise<void> {
  const rows = ofFile.map((row, n) => ({
    ...row,
    fineType: `${'\ufdfa'.repeat(100)}${n}`,
    description: '',
  }));
  await measured(`fines.import, ${rows.length} rows`, () => [importAll()]);
  await measured(`debtors.collect, ${rows.length} fines`, () => [collectAll()]);

  async function importAll(): Promise<string | null> {
    const { checked } = await administrator.must(checkFineImport, { body: { rows, again: true } });
    const answer = await administrator.call(importFines, { body: { rows, checked, again: true } });
    return answer.ok ? null : answer.code;
  }

  async function collectAll(): Promise<string | null> {
    const { items } = await administrator.must(listDebtors, { query: {} });
    const debtors = items.map(({ userId, pendingFine }) => ({ userId, pendingFine }));
    const answer = await administrator.call(collectFromMany, { body: { debtors, receivedOn: '2026-11-18' } });
    // Because rows had to be imported twice.
    return answer.ok || answer.code === 'too-many-fines' ? null : answer.code;
  }
}

/** A signed-out caller, one of each access level, and keys. */
async function callersOf(url: string, administrator: Client): Promise<Caller[]> {
  const signedIn = (name: string, access: AccessLevel, { cookie }: Client): Caller => ({
    name,
    access,
    headers: { origin: url, cookie },
  });
  const callers: Caller[] = [{ name: 'nobody', access: null, headers: { origin: url } }];
  for (const access of ['member', ...GRANTED_LEVELS] as const) {
    const { id: userId } = await administrator.must(addUser, { body: userForm() });
    // This comes first, because it ends existing sessions.
    await administrator.must(setUserAccess, { params: { userId }, body: { access } });
    const { token } = await administrator.must(createSignInLink, { params: { userId } });
    const accepted = await createClient(url, '').fetch(`/api${acceptInvitation.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, password: ACCOUNT.password }),
    });
    callers.push(signedIn(access, access, createClient(url, cookieOf(accepted))));
  }
  callers.push(signedIn('administrator', 'administrator', administrator));
  for (const access of ['collector', 'manager'] as const) {
    const { key } = await administrator.must(addApiKey, { body: { name: `Key of the ${access}`, access, days: 1 } });
    callers.push({ name: `key of a ${access}`, access, headers: { authorization: `Bearer ${key}` }, isKey: true });
  }
  return callers;
}

/** Returns what is wrong with the answer, or null. */
function sendShaped(
  url: string,
  operation: Operation,
  caller: Caller | undefined,
  { body, packed }: Shaped,
  /** statuses that are correct although they are 5xx */
  allowed: readonly number[] = [],
): Promise<string | null> {
  const path = `/api${operation.path.replaceAll(/:\w+/g, 'NOBODY22')}`;
  const headers = {
    ...caller?.headers,
    'content-type': 'application/json',
    'content-length': String(body.length),
    'idempotency-key': crypto.randomUUID(),
    ...(packed === true ? { 'content-encoding': 'gzip' } : {}),
  };
  return new Promise((resolve) => {
    const request = httpRequest(`${url}${path}`, {
      method: operation.method,
      headers,
      agent: false,
      timeout: TIMEOUT_MS,
    });
    request.once('response', (answer) => {
      const status = answer.statusCode ?? 0;
      answer.resume();
      const ended = status === 401 && caller?.access !== null && !operation.id.startsWith('auth.') && !ENDS(operation);
      const isWrong = (status >= 500 && !allowed.includes(status)) || ended;
      answer.once('close', () => resolve(isWrong ? `answered with ${status}` : null));
    });
    request.once('timeout', () => request.destroy(new Error('none in time')));
    request.once('error', (error) => resolve(`no answer: ${error.message}`));
    request.end(body);
  });
}
