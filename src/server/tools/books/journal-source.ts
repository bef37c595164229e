// Checks the actor and time of journal entries against the stored answers to idempotent requests and the timestamps in
// the records. For entries older than those answers only the time can be checked.
import { OPERATIONS } from '../../../contract/index.ts';
import type { Handle } from '../../db/types.ts';
import type { Problems } from './problems.ts';
import type { Entry } from './states.ts';

/** The actors of executed requests, by the time of execution. */
type Requests = ReadonlyMap<number, ReadonlySet<string>>;

/** Operations with an idempotency key, whose answers are stored. */
const KEYED = new Set(OPERATIONS.filter(({ writes }) => writes).map(({ id }) => id));

export async function readRequests(db: Handle): Promise<Requests> {
  const rows = await db.selectFrom('idempotency').select(['at', 'actor']).distinct().execute();
  const requests = new Map<number, Set<string>>();
  for (const { at, actor } of rows) requests.set(at, (requests.get(at) ?? new Set()).add(actor));
  return requests;
}

export function checkActor(entry: Entry, requests: Requests, problems: Problems): void {
  const actors = requests.get(entry.at);
  if (!KEYED.has(entry.action) || actors === undefined || actors.has(entry.actor)) return;
  problems.add(
    `Journal entry ${entry.sequence} (${entry.action}): it says ${entry.actor} did it, who sent no such request then.`,
  );
}

/** A change sets a timestamp in the record. Imported records keep the timestamps of their source. */
export function checkTime(entry: Entry, after: Record<string, unknown> | null, problems: Problems): void {
  const noted = after?.['updated_at'] ?? after?.['created_at'];
  if (entry.action === 'import' || typeof noted !== 'number' || noted === entry.at) return;
  problems.add(`Journal entry ${entry.sequence} (${entry.action}): its record says another time than it does.`);
}
