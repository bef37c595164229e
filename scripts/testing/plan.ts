// Decides which steps and tests to run.
import { changedFiles, affectsServer, mergeBase } from './changes.ts';
import { matchFiles, type Wanted } from './arguments.ts';
import { filesOf, QUICK, type Selection, type Step } from './steps.ts';

export type Planned = { step: Step; selection: Selection };

/** The chosen steps and the steps they depend on. */
function withDependencies(chosen: readonly Planned[], all: readonly Step[]): Planned[] {
  const needed = new Set(chosen.flatMap(({ step }) => step.after ?? []));
  return all.flatMap((step) => {
    const planned = chosen.find((one) => one.step === step);
    if (planned !== undefined) return [planned];
    return needed.has(step.name) ? [{ step, selection: {} }] : [];
  });
}

/**
 * All unit tests run: they are cheap, and read files that they do not import. Of the others, those that import
 * something changed; all if the server's source changed.
 */
function planQuick(root: string, all: readonly Step[]): Planned[] {
  const base = mergeBase(root);
  const some = base !== null && !affectsServer(changedFiles(root, base));
  return all
    .filter(({ name }) => QUICK.includes(name))
    .map((step) => ({
      step,
      selection: some && step.testFiles !== undefined && step.name !== 'unit' ? { changedSince: base } : {},
    }));
}

/** @throws if a filter matches no test file */
export function plan(wanted: Wanted, all: readonly Step[], root: string): Planned[] {
  if (wanted.quick) return withDependencies(planQuick(root, all), all);
  const chosen = all.filter(({ name }) => wanted.steps.includes(name));
  if (wanted.filters.length === 0)
    return withDependencies(
      chosen.map((step) => ({ step, selection: {} })),
      all,
    );

  const files = new Map(chosen.map((step) => [step, filesOf(step, root)]));
  const every = [...new Set([...files.values()].flat())];
  for (const filter of wanted.filters) {
    if (matchFiles(every, filter).length === 0)
      throw new Error(`No test file of ${chosen.map(({ name }) => name).join(', ')} has "${filter}" in its path.`);
  }
  const found = chosen.flatMap((step) => {
    const selected = wanted.filters.flatMap((filter) => matchFiles(files.get(step) ?? [], filter));
    if (step.testFiles !== undefined && selected.length === 0) return [];
    return [{ step, selection: step.testFiles === undefined ? {} : { files: [...new Set(selected)] } }];
  });
  return withDependencies(found, all);
}
