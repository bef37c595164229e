// Runs the chosen steps, several at a time.
import type { Planned } from './plan.ts';
import type { Result } from './steps.ts';

/**
 * Takes steps from `waiting` in order, as many at a time as there are places for, each after the steps it depends on,
 * which must precede it. Emptying `waiting` meanwhile ends it early. Returns the results in the order of the steps.
 */
export async function runAll(
  waiting: Planned[],
  places: number,
  runStep: (planned: Planned) => Promise<Result>,
): Promise<Result[]> {
  const results = new Map<string, Promise<Result>>();
  const running = new Set<Promise<unknown>>();
  let free = places;
  const begin = async (planned: Planned): Promise<Result> => {
    await Promise.all((planned.step.after ?? []).flatMap((name) => results.get(name) ?? []));
    return runStep(planned);
  };
  for (let [next] = waiting; next !== undefined; [next] = waiting) {
    const taken = next.step.places ?? 1;
    // A step that needs more places than there are runs alone.
    if (taken > free && running.size > 0) {
      await Promise.race(running);
      continue;
    }
    waiting.shift();
    free -= taken;
    const result = begin(next);
    results.set(next.step.name, result);
    const ended = result.finally(() => {
      free += taken;
      running.delete(ended);
    });
    running.add(ended);
  }
  return Promise.all(results.values());
}
