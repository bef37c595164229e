// Invalidates the queries a change touches: those whose operation names one of its topics in the contract.
import type { Query, QueryClient } from '@tanstack/react-query';
import { TOPICS, type Topic } from '../../contract/topics.ts';

/** The topics of a query, which useRead takes from its operation. */
const topicsOf = (meta: Record<string, unknown> | undefined): readonly Topic[] =>
  Array.isArray(meta?.['topics']) ? TOPICS.filter((topic) => (meta['topics'] as unknown[]).includes(topic)) : [];

/**
 * Collects changes and invalidates the queries they touch, except while a write is pending: an answer read then may still
 * be the old one and would, for a moment, undo the optimistic update on screen.
 */
export class QueryInvalidator {
  readonly #client: QueryClient;
  readonly #topics = new Set<Topic>();
  #everything = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(client: QueryClient) {
    this.#client = client;
    client.getMutationCache().subscribe(() => this.#schedule());
  }

  add(topics: readonly Topic[]): void {
    for (const topic of topics) this.#topics.add(topic);
    this.#schedule();
  }

  addEverything(): void {
    this.#everything = true;
    this.#schedule();
  }

  #schedule(): void {
    if (!this.#everything && this.#topics.size === 0) return;
    // Changes come in bursts; one refetch serves them all.
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
    const isTouched = ({ meta }: Query): boolean => everything || topicsOf(meta).some((topic) => topics.has(topic));
    for (const query of this.#client.getQueryCache().findAll({ predicate: isTouched })) {
      const again = () => this.#client.invalidateQueries({ queryKey: query.queryKey, exact: true });
      // A first read under way is not begun anew, and may have begun before the change.
      const isFirstRead = query.state.data === undefined && query.state.fetchStatus === 'fetching';
      if (isFirstRead) query.promise?.then(again, () => undefined);
      else void again();
    }
  }
}
