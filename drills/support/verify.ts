// After the terrible thing: is everything that was acknowledged there, exactly once, and do the books agree?
import { connect } from '../../src/server/db/engine.ts';
import { checkBooks } from '../../src/server/tools/check-books.ts';
import type { Findings } from './drill.ts';
import { send, type Sent } from './writers.ts';

/**
 * Adds to the findings, for writes of writers.ts to a server that runs again:
 * every acknowledged write is there exactly once; nothing that was not acknowledged is there twice; every write sent
 * again under its key answers what it answered before and adds nothing; `check-books` agrees before and after.
 */
export async function verifyWrites(
  findings: Findings,
  { url, databaseUrl, cookie, sent }: { url: string; databaseUrl: string; cookie: string; sent: readonly Sent[] },
): Promise<void> {
  const db = connect(databaseUrl, { poolSize: 1 });
  try {
    const acknowledged = sent.filter(({ answer }) => answer !== null);
    const unknown = sent.filter(({ answer }) => answer === null);
    const before = await readState();
    findings.add('every acknowledged write is there, exactly once', lostOf(before).length === 0, count(acknowledged));
    findings.add(
      'no write is there twice',
      before.twice === 0,
      `${sent.length} sent, ${unknown.length} without answer`,
    );

    let different = 0;
    for (const { request, first } of acknowledged.map((request) => ({ request, first: request.answer }))) {
      request.answer = null;
      await send(url, cookie, request);
      if (request.answer !== first) different += 1;
      request.answer = first;
    }
    const after = await readState();
    findings.add(
      'the same keys again: the same answers, nothing added',
      different === 0 && after.sequence === before.sequence,
      `${acknowledged.length} repeated, ${different} answered otherwise`,
    );
    for (const request of unknown) await send(url, cookie, request);
    const end = await readState();
    const carried = unknown.filter(({ answer }) => answer !== null).length;
    findings.add('what got no answer, sent again, is there once', end.twice === 0 && lostOf(end).length === 0, carried);
    const report = await checkBooks(db);
    findings.add(
      'check-books agrees',
      report.agrees,
      report.agrees ? `${end.sequence} entries` : report.problems.join('; '),
    );

    async function readState() {
      const fines = await db.read.selectFrom('fines').select(['id', 'description', 'status']).execute();
      const byKey = Map.groupBy(fines, ({ description }) => description);
      const twice = [...byKey.values()].filter((same) => same.length > 1).length;
      const { last_sequence: sequence } = await db.read
        .selectFrom('books')
        .select('last_sequence')
        .executeTakeFirstOrThrow();
      return { fines: new Map(fines.map((fine) => [fine.id, fine])), byKey, twice, sequence };
    }

    /** Acknowledged writes whose effect is not in the database. */
    function lostOf({ fines, byKey }: Awaited<ReturnType<typeof readState>>): Sent[] {
      const answered = sent.filter(({ answer }) => answer !== null);
      // A later write to the same fine may have been carried out although its answer was lost.
      const about = Map.groupBy(sent, ({ fineId }) => fineId);
      return answered.filter(({ kind, key, fineId }) => {
        const fine = fines.get(fineId ?? '');
        if (kind === 'delete') return fine !== undefined;
        if (fine === undefined) return !(about.get(fineId) ?? []).some((other) => other.kind === 'delete');
        return kind === 'add' ? byKey.get(key)?.length !== 1 : fine.status !== 'Paid';
      });
    }
  } finally {
    await db.close();
  }
}

function count(acknowledged: readonly Sent[]): string {
  const of = (kind: Sent['kind']) => acknowledged.filter((request) => request.kind === kind).length;
  return `${of('add')} added, ${of('pay')} paid, ${of('delete')} deleted`;
}
