// After the terrible thing: is everything that was acknowledged there, exactly once, and do the books agree?
import { connect, type Database } from '../../src/server/db/engine.ts';
import { checkBooks } from '../../src/server/tools/books/check-books.ts';
import type { Findings } from './drill.ts';
import { send, type Sent } from './writers.ts';

/** So many acknowledged writes are sent again; all of them are looked for in the database. */
const REPEATED = 500;
const AT_ONCE = 8;

interface State {
  /** fines as they are now: id -> status */
  fines: Map<string, string>;
  /** How often the journal says that a write was carried out, by nameOf(). */
  carriedOut: Map<string, number>;
  /** of the newest journal entry */
  sequence: number;
}

/**
 * Adds to the findings, for writes of writers.ts to a server that runs again: every acknowledged write is there exactly
 * once; nothing that was not acknowledged is there twice; none was refused; what is sent again under its key answers
 * what it answered before and adds nothing; `check-books` agrees in the end.
 */
export async function verifyWrites(
  findings: Findings,
  { url, databaseUrl, cookie, sent }: { url: string; databaseUrl: string; cookie: string; sent: readonly Sent[] },
): Promise<void> {
  const db = connect(databaseUrl, { poolSize: 1 });
  try {
    const acknowledged = sent.filter(({ answer }) => answer !== null);
    const unknown = sent.filter(({ answer }) => answer === null);
    const before = await readState(db);
    const lost = lostOf(sent, before);
    findings.add('every acknowledged write is there, exactly once', lost.length === 0, seenOf(acknowledged, lost));
    findings.add('no write is there twice', twiceIn(before) === 0, `${sent.length} sent, ${unknown.length} unanswered`);
    // Each write is a sensible one: only a server that forgot what it had answered could refuse it.
    const refused = sent.filter(({ status }) => status !== null && status >= 400 && status < 500);
    findings.add('no write was refused', refused.length === 0, refused.length);

    const chosen = evenly(acknowledged, REPEATED);
    let different = 0;
    await each(chosen, async (request) => {
      const again = { ...request, answer: null };
      await send(url, cookie, again);
      if (again.answer !== request.answer) different += 1;
    });
    const { sequence } = await readState(db);
    findings.add(
      'the same keys again: the same answers, nothing added',
      different === 0 && sequence === before.sequence,
      `${chosen.length} repeated, ${different} answered otherwise, ${sequence - before.sequence} entries added`,
    );

    await each(unknown, async (request) => void (await send(url, cookie, request)));
    const end = await readState(db);
    // Its writer went on without the answer, and may have deleted what it had wanted to pay.
    const tooLate = unknown.filter((request) => request.status === 404 && isDeleted(end, request.fineId));
    const answered = unknown.filter(({ answer }) => answer !== null).length;
    findings.add(
      'what got no answer, sent again, is there once',
      answered + tooLate.length === unknown.length && twiceIn(end) === 0 && lostOf(sent, end).length === 0,
      `${answered} of ${unknown.length}, ${answered - (end.sequence - sequence)} of them carried out before; ` +
        `${tooLate.length} were too late`,
    );
    const report = await checkBooks(db);
    findings.add(
      'check-books agrees',
      report.agrees,
      report.agrees ? `${end.sequence} entries` : report.problems.join('; ') || 'the figures differ',
    );
  } finally {
    await db.close();
  }
}

/** What the journal calls a write: additions by their key, which is the description, all else by the fine. */
export const nameOf = ({ kind, key, fineId }: Pick<Sent, 'kind' | 'key' | 'fineId'>): string =>
  kind === 'add' ? `add ${key}` : `${kind} ${fineId ?? ''}`;

export async function readState(db: Database): Promise<State> {
  const entries = await db.read
    .selectFrom('journal')
    .where('subject', '=', 'fine')
    .select(['subject_id', 'before', 'after'])
    .execute();
  const carriedOut = new Map<string, number>();
  for (const { subject_id: fineId, before, after } of entries) {
    const kind = before === null ? 'add' : after === null ? 'delete' : 'pay';
    const key = kind === 'add' ? (JSON.parse(after ?? '{}') as { description: string }).description : '';
    const name = nameOf({ kind, key, fineId });
    carriedOut.set(name, (carriedOut.get(name) ?? 0) + 1);
  }
  const fines = await db.read.selectFrom('fines').select(['id', 'status']).execute();
  const books = await db.read.selectFrom('books').select('last_sequence').executeTakeFirstOrThrow();
  return { fines: new Map(fines.map(({ id, status }) => [id, status])), carriedOut, sequence: books.last_sequence };
}

const twiceIn = ({ carriedOut }: State): number => [...carriedOut.values()].filter((times) => times > 1).length;

const isDeleted = ({ carriedOut }: State, fineId: string | null): boolean =>
  carriedOut.has(nameOf({ kind: 'delete', key: '', fineId }));

/** Acknowledged writes that the journal does not have exactly once, or whose effect is not in the records. */
function lostOf(sent: readonly Sent[], state: State): Sent[] {
  const { fines, carriedOut } = state;
  return sent.filter((request) => {
    if (request.answer === null) return false;
    if (carriedOut.get(nameOf(request)) !== 1) return true;
    const status = fines.get(request.fineId ?? '');
    if (request.kind === 'delete') return status !== undefined;
    // A deletion may have been carried out although its answer was lost.
    if (status === undefined) return !isDeleted(state, request.fineId);
    return request.kind === 'pay' && status !== 'Paid';
  });
}

function seenOf(acknowledged: readonly Sent[], lost: readonly Sent[]): string {
  const of = (kind: Sent['kind']) => acknowledged.filter((request) => request.kind === kind).length;
  const some = lost.slice(0, 3).map((request) => nameOf(request));
  return `${of('add')} added, ${of('pay')} paid, ${of('delete')} deleted; ${[`${lost.length} lost`, ...some].join(' ')}`;
}

/** At most so many, spread evenly. */
export function evenly<T>(all: readonly T[], most: number): T[] {
  const step = Math.max(1, all.length / most);
  return Array.from({ length: Math.min(most, all.length) }, (_, n) => all[Math.floor(n * step)]).filter(
    (one) => one !== undefined,
  );
}

async function each<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...all];
  const worker = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
