// What happens when something has changed: what is on screen is read again, what is only in the cache counts as old.
import { focusManager, type Query, type QueryClient } from '@tanstack/react-query';

/** Changes come in bursts; one refetch serves them all. */
const COALESCE_MS = 60;
/**
 * A read that was under way when something changed is given so long to end before it is begun anew: however often something
 * changes, what is on screen moves on.
 */
const GRACE_MS = 5000;

/**
 * Collects changes and invalidates all queries, except while a write is pending: an answer read then may still be the old
 * one and would, for a moment, undo the optimistic update on screen. Nor while nobody looks at this tab: it is read when
 * somebody does.
 */
export class QueryInvalidator {
  readonly #client: QueryClient;
  #everything = false;
  /** Queries whose read was under way when something changed, and has ended or had its time. */
  readonly #again = new Set<Query>();
  readonly #underWay = new Set<Query>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(client: QueryClient) {
    this.#client = client;
    client.getMutationCache().subscribe(() => this.#schedule());
    // At once: the library itself then reads what is old, and would read it twice.
    focusManager.subscribe(() => this.#flushIfFree());
  }

  /** Something has changed. */
  add(): void {
    this.#everything = true;
    this.#schedule();
  }

  /** The line was away: what was asked for before it may never be answered. A first read is begun anew too, which is not done otherwise. */
  addAfterBreak(): void {
    for (const { queryKey, state } of this.#client.getQueryCache().getAll()) {
      if (state.fetchStatus === 'fetching' && state.data === undefined) {
        void this.#client.cancelQueries({ queryKey, exact: true });
      }
    }
    this.add();
  }

  #schedule(): void {
    if (!this.#everything && this.#again.size === 0) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#flushIfFree();
    }, COALESCE_MS);
  }

  #flushIfFree(): void {
    if (this.#client.isMutating() === 0 && focusManager.isFocused()) this.#flush();
  }

  #flush(): void {
    const again = new Set(this.#again);
    const touched = this.#everything ? this.#client.getQueryCache().getAll() : again;
    this.#everything = false;
    this.#again.clear();
    for (const query of touched) {
      if (query.state.fetchStatus === 'fetching' && !again.has(query)) void this.#waitFor(query);
      else void this.#client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    }
  }

  async #waitFor(query: Query): Promise<void> {
    if (this.#underWay.has(query)) return;
    this.#underWay.add(query);
    const ended = Promise.resolve(query.promise).catch(() => undefined);
    // A first read cannot be begun anew.
    await (query.state.data === undefined ? ended : Promise.race([ended, pause(GRACE_MS)]));
    this.#underWay.delete(query);
    this.#again.add(query);
    this.#schedule();
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
