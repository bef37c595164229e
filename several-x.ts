import { connect } from './src/server/db/connect.ts';
import { sql } from 'kysely';
import { run } from './src/server/db/run.ts';
const db = connect('file:/tmp/several-seed.db');
const q = (t: string, d?: string) => {
  let s = db.read
    .selectFrom('fines')
    .select(['date', 'sequence'])
    .orderBy('date', 'desc')
    .orderBy('sequence', 'desc')
    .limit(1001)
    .where(sql<boolean>`fine_type = ${t} and status = ${'Pending'}`);
  if (d) s = s.where('date', '>=', d);
  return s;
};
console.log(q('a', 'b').compile().sql);
for (const t of ['Late arrival', 'Late report', 'Late report, Lab'])
  for (const d of [undefined, '2026-10-20']) {
    const a = performance.now();
    const r = await run(db.read, q(t, d));
    console.log(t, d, r.length, (performance.now() - a).toFixed(2));
    const pl = await db.read.executeQuery({
      ...q(t, d).compile(),
      sql: 'explain query plan ' + q(t, d).compile().sql,
    } as any);
    console.log(pl.rows.map((x: any) => x.detail));
  }
process.exit(0);
