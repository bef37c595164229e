// Runs the chosen steps, several at a time.
import type { Planned } from './plan.ts';
import type { Result } from './steps.ts';

/**
 * Takes steps from `waiting` in order, at most `concurrency` at a time, each after the steps it depends on, which must
 * precede it. Emptying `waiting` meanwhile ends it early. Returns the results in the order of the steps.
 */
export async function runAll(
  waiting: Planned[],
  concurrency: number,
  runStep: (planned: Planned) => Promise<Result>,
): Promise<Result[]> {
  const results = new Map<string, Promise<Result>>();
  // Added to the map before anything is awaited, because another worker may at once start a step that depends on it.
  const begin = async (planned: Planned): Promise<Result> => {
    await Promise.all((planned.step.after ?? []).flatMap((name) => results.get(name) ?? []));
    return runStep(planned);
  };
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const result = begin(next);
      results.set(next.step.name, result);
      await result;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return Promise.all(results.values());
}
