// What happens when something has changed: what is on screen is read again, and the rest of the cache counts as stale.
import { focusManager, type Query, type QueryClient } from '@tanstack/react-query';

/** Changes come in bursts; one refetch serves them all. */
const COALESCE_MS = 60;
/**
 * How long a read that was under way when something changed may go on before it is restarted. So the screen is updated
 * however often something changes.
 */
const GRACE_MS = 5000;

/**
 * Collects changes and invalidates all queries, except while a write is pending: an answer read then may still be the
 * old one and would, for a moment, undo the optimistic update on screen. A hidden tab waits until somebody looks at it.
 */
export class QueryInvalidator {
  readonly #client: QueryClient;
  #everything = false;
  /** Queries to read again: their read was under way when something changed, and has since ended or run out of time. */
  readonly #again = new Set<Query>();
  readonly #underWay = new Set<Query>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(client: QueryClient) {
    this.#client = client;
    client.getMutationCache().subscribe(() => this.#schedule());
    // At once: the library reads stale queries on focus, and would otherwise read them twice.
    focusManager.subscribe(() => this.#flushIfFree());
  }

  /** Something has changed. */
  add(): void {
    this.#everything = true;
    this.#schedule();
  }

  /** After a lost connection earlier reads may never be answered: even first reads, otherwise left alone, restart. */
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
    // A first read cannot be restarted.
    await (query.state.data === undefined ? ended : Promise.race([ended, pause(GRACE_MS)]));
    this.#underWay.delete(query);
    this.#again.add(query);
    this.#schedule();
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
