// Counts the requests of the fuzz drill by response, and keeps faults with the request that reproduces them.
import type { FuzzRequest } from './requests.ts';
import type { FuzzAnswer } from './send.ts';

const FAULTS_SHOWN = 5;

/** The request as JSON, with long texts truncated. */
const inShort = (request: FuzzRequest): string =>
  JSON.stringify(request, (_, value: unknown) => (typeof value === 'string' ? value.slice(0, 300) : value));

export class Tally {
  readonly faults: string[] = [];
  /** operations that answered with 200 */
  readonly succeeded = new Set<string>();
  readonly #statuses = new Map<string, Map<string, number>>();

  count(request: FuzzRequest, { status, fault }: FuzzAnswer): void {
    this.#add(request.kind, status === null ? 'none' : `${Math.floor(status / 100)}xx`);
    if (status === 200) this.succeeded.add(request.operationId);
    if (fault !== null) this.faults.push(`${fault} <- ${inShort(request)}`);
  }

  countRaw(bytes: Uint8Array, statuses: readonly number[], fault: string | null): void {
    const first = statuses[0];
    this.#add('raw', first === undefined ? 'none' : `${Math.floor(first / 100)}xx`);
    if (fault !== null)
      this.faults.push(`${fault} <- raw ${JSON.stringify(Buffer.from(bytes).toString('latin1').slice(0, 300))}`);
  }

  faultsSeen(): string {
    const shown = this.faults.slice(0, FAULTS_SHOWN).map((fault) => `\n        ${fault}`);
    return `${this.faults.length}${shown.join('')}`;
  }

  /** Counts of responses by kind of request; "none" means that the server hung up, which it may do on raw bytes. */
  kinds(): [string, string][] {
    return [...this.#statuses].map(([kind, statuses]) => {
      const all = [...statuses]
        .toSorted(([a], [b]) => a.localeCompare(b))
        .map(([status, times]) => `${times} ${status}`);
      return [kind, all.join(', ')];
    });
  }

  #add(kind: string, status: string): void {
    const statuses = this.#statuses.get(kind) ?? new Map<string, number>();
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    this.#statuses.set(kind, statuses);
  }
}
