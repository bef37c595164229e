// What to read again after a change: which of the queries on screen each topic of the contract touches.
import type { QueryClient } from '@tanstack/react-query';
import type { LiveChange } from '../../contract/live.ts';

export type Topic = LiveChange['topics'][number];

/** Operation ids, or the beginnings of them up to the dot. A name on a fine is the user's, so users touch fines. */
const READS: Record<Topic, readonly string[]> = {
  fine: ['fines.', 'users.get', 'overview.', 'totals.', 'events.'],
  user: ['users.', 'fines.', 'overview.', 'totals.'],
  event: ['events.', 'totals.'],
  setting: ['settings.', 'overview.'],
};

/** The topics an operation's own area changes, e.g. `fines.add` changes `fine`. */
export function topicsOf(operationId: string): Topic[] {
  const area = operationId.slice(0, operationId.indexOf('.'));
  const topics: Topic[] = ['fine', 'user', 'event', 'setting'];
  return topics.filter((topic) => `${topic}s` === area);
}

/** Whether a query with this key shows something that a change of these topics touches. */
export function touches(topics: Iterable<Topic>, queryKey: readonly unknown[]): boolean {
  const [id] = queryKey;
  if (typeof id !== 'string') return false;
  return [...topics].some((topic) => READS[topic].some((start) => id.startsWith(start)));
}

/**
 * Collects changes and reads again what they touch. Waits while a write is under way: an answer read meanwhile would
 * still be the old one and would, for a moment, undo what the screen shows already.
 */
export class Refresher {
  readonly #client: QueryClient;
  readonly #topics = new Set<Topic>();
  #everything = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(client: QueryClient) {
    this.#client = client;
    client.getMutationCache().subscribe(() => this.#schedule());
  }

  add(change: { topics: readonly Topic[]; everything?: boolean }): void {
    for (const topic of change.topics) this.#topics.add(topic);
    if (change.everything === true) this.#everything = true;
    this.#schedule();
  }

  #schedule(): void {
    if (!this.#everything && this.#topics.size === 0) return;
    // Changes often come in bursts; one reading serves them all.
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (this.#client.isMutating() === 0) this.#flush();
    }, 60);
  }

  #flush(): void {
    const topics = new Set(this.#topics);
    const everything = this.#everything;
    this.#topics.clear();
    this.#everything = false;
    void this.#client.invalidateQueries({
      predicate: ({ queryKey }) => everything || touches(topics, queryKey),
    });
  }
}
