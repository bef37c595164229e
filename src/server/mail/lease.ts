// A lease for work that only one of all processes on a database may do, such as sending the messages of one channel of
// the outbox. It is a row of `instance`. If its holder is killed, another process takes over when the lease expires.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '../db/types.ts';

/** The holder renews it several times within this time. */
const LEASE_MS = 15_000;

const held = z.object({ by: z.string(), until: z.number() });

interface Lease {
  /** Takes or renews the lease. `taken`: another process, or none, held it before. */
  hold(now: number): Promise<'held' | 'taken' | 'elsewhere'>;
  release(): Promise<void>;
}

/** `key`: the key of the row. */
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
      // Each renewal is a flush to disk, so it is renewed only in the second half of its time.
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
