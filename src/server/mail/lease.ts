// What one process among all on a database does, such as sending what waits in a channel of the outbox, is done by whoever holds its lease, a
// row of `instance`. What it was killed over, another one takes over when the lease has run out.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '../db/types.ts';

/** Renewed several times meanwhile. */
const LEASE_MS = 15_000;

const held = z.object({ by: z.string(), until: z.number() });

export interface Lease {
  /** Takes or renews it. `taken`: another process, or nobody, had it before. */
  hold(now: number): Promise<'held' | 'taken' | 'elsewhere'>;
  release(): Promise<void>;
}

/** `key`: of the row. */
export function createLease(db: Database, key: string): Lease {
  const by = randomUUID();

  const swap = async (from: string | null, to: string): Promise<boolean> => {
    const changed =
      from === null
        ? await db.write
            .insertInto('instance')
            .values({ key, value: to })
            .onConflict((conflict) => conflict.column('key').doNothing())
            .returning('key')
            .executeTakeFirst()
        : await db.write
            .updateTable('instance')
            .set({ value: to })
            .where('key', '=', key)
            .where('value', '=', from)
            .returning('key')
            .executeTakeFirst();
    return changed !== undefined;
  };

  const read = async (): Promise<string | null> => {
    const row = await db.read.selectFrom('instance').select('value').where('key', '=', key).executeTakeFirst();
    return row?.value ?? null;
  };

  return {
    async hold(now) {
      const found = await read();
      const holder = found === null ? null : held.parse(JSON.parse(found));
      const isOwn = holder?.by === by && holder.until > now;
      if (!isOwn && holder !== null && holder.until > now) return 'elsewhere';
      // Each renewal is a flush to disk: half of it is enough.
      if (isOwn && holder.until - now > LEASE_MS / 2 && holder.until - now <= LEASE_MS) return 'held';
      const swapped = await swap(found, JSON.stringify({ by, until: now + LEASE_MS }));
      return swapped ? (isOwn ? 'held' : 'taken') : 'elsewhere';
    },
    async release() {
      const found = await read();
      if (found !== null && held.parse(JSON.parse(found)).by === by)
        await swap(found, JSON.stringify({ by, until: 0 }));
    },
  };
}
