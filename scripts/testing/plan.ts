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
 * All unit tests run: they are cheap, and read files that they do not import. Of the laws and API tests, those run that
 * import something changed. If the server's source changed: the laws, and the API tests named after the areas that did.
 */
function planQuick(root: string, all: readonly Step[]): Planned[] {
  const quick = all.filter(({ name }) => QUICK.includes(name));
  const base = mergeBase(root);
  if (base === null) return quick.map((step) => ({ step, selection: {} }));
  const changed = changedFiles(root, base);
  const onServer = affectsServer(changed);
  return quick.flatMap((step): Planned[] => {
    if (step.name === 'lint') return [{ step, selection: { changedSince: base } }];
    if (step.testFiles === undefined || step.name === 'unit') return [{ step, selection: {} }];
    if (!onServer) return [{ step, selection: { changedSince: base } }];
    if (!step.name.startsWith('api')) return [{ step, selection: {} }];
    const files = testsOfAreas(changed, filesOf(step, root));
    return files.length === 0 ? [] : [{ step, selection: { files } }];
  });
}

/** Tests that go through the fields of every operation. */
const OF_THE_CONTRACT = ['bad-input', 'exports', 'leaks'];

/**
 * The test files that changed, or are named after a changed area of the server: `payments` has `payments.test.ts`. A
 * change to the contract adds the tests that go through all of it.
 */
export function testsOfAreas(changed: readonly string[], testFiles: readonly string[]): string[] {
  const areas = changed.flatMap((path) => {
    const [, folder, file] =
      /^src\/(?:server\/areas\/([^/]+)\/|(?:contract|core)\/(?:.*\/)?([^/]+)\.ts$)/.exec(path) ?? [];
    return (folder ?? file ?? '').replace(/s$/, '') || [];
  });
  if (changed.some((path) => path.startsWith('src/contract/'))) areas.push(...OF_THE_CONTRACT);
  return testFiles.filter((path) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    return changed.includes(path) || areas.some((area) => name.startsWith(area));
  });
}

/** The same step, whose every run also has this selection. */
const always = (step: Step, more: Selection): Step => ({
  ...step,
  run: (resources, selection, onOutput) => step.run(resources, { ...selection, ...more }, onOutput),
});

/** The browser tests as the options want them. */
function asWanted(step: Step, { dev, title }: Wanted): Step {
  const titled = title === undefined ? step : always(step, { title });
  return dev ? { ...always(titled, { dev }), after: [] } : titled;
}

/** @throws if a filter matches no test file */
export function plan(wanted: Wanted, steps: readonly Step[], root: string): Planned[] {
  const all = steps.map((step) => (step.name === 'e2e' ? asWanted(step, wanted) : step));
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
      throw new Error(
        `No test file of ${chosen.map(({ name }) => name).join(', ')} has "${filter}" in its path. Nothing was run.`,
      );
  }
  const found = chosen.flatMap((step) => {
    const selected = wanted.filters.flatMap((filter) => matchFiles(files.get(step) ?? [], filter));
    if (step.testFiles !== undefined && selected.length === 0) return [];
    return [{ step, selection: step.testFiles === undefined ? {} : { files: [...new Set(selected)] } }];
  });
  return withDependencies(found, all);
}
