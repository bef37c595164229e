// Parses the arguments of `npm test`: steps first, then filters for test files.

export type Wanted = {
  /** names of the chosen steps; all if none was given */
  steps: string[];
  /** parts of test file names; none means every file */
  filters: string[];
  quick: boolean;
  /** browser tests on the development server, without a build */
  dev: boolean;
  /** only browser tests whose title matches; a regular expression */
  title?: string;
  /** how many rounds to run */
  repeat: number;
  /** how many busy loops run meanwhile */
  busy: number;
};

export type Arguments =
  | { kind: 'run'; wanted: Wanted }
  /** ids of requirements, or of their areas */
  | { kind: 'shows'; ids: string[] }
  | { kind: 'help' }
  | { kind: 'wrong'; message: string };

const OPTIONS = ['--repeat', '--busy'] as const;

export function readArguments(args: readonly string[], known: readonly string[]): Arguments {
  const words: string[] = [];
  const options = { '--repeat': 1, '--busy': 0 };
  let dev = false;
  let title: string | undefined;
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index] ?? '';
    if (word === '--help' || word === '-h') return { kind: 'help' };
    if (word === '--dev') {
      dev = true;
      continue;
    }
    if (word === '-g') {
      index += 1;
      title = args[index];
      if (title === undefined) return wrong('-g needs a part of the title of a test.');
      continue;
    }
    const option = OPTIONS.find((name) => name === word);
    if (option !== undefined) {
      index += 1;
      const count = args[index] ?? '';
      if (!/^[1-9]\d?$/.test(count)) return wrong(`${option} needs a number from 1 to 99.`);
      options[option] = Number(count);
    } else if (word.startsWith('-'))
      return wrong(`There is no option ${word}; there are: --help, --dev, -g, ${OPTIONS.join(', ')}.`);
    else words.push(word);
  }
  if (words[0] === 'shows') {
    if (words.length === 1)
      return wrong('shows needs the id of a requirement, such as FINE-7, or an area, such as FINE.');
    return { kind: 'shows', ids: words.slice(1) };
  }
  if (title !== undefined && words[0] !== 'e2e') return wrong('-g is for browser tests only: npm test -- e2e -g TITLE');
  const rest = { dev, ...(title === undefined ? {} : { title }), repeat: options['--repeat'], busy: options['--busy'] };
  if (words[0] === 'quick') {
    if (words.length > 1) return wrong('quick takes no further words; it finds out by itself what to run.');
    return { kind: 'run', wanted: { steps: [], filters: [], quick: true, ...rest } };
  }

  const stepsOf = (word: string): string[] => known.filter((name) => name.startsWith(word));
  const firstFilter = words.findIndex((word) => stepsOf(word).length === 0);
  const named = firstFilter === -1 ? words : words.slice(0, firstFilter);
  const filters = firstFilter === -1 ? [] : words.slice(firstFilter);
  if (words.length > 0 && named.length === 0)
    return wrong(`There is no step "${words[0] ?? ''}"; there are: ${known.join(', ')}, quick and shows.`);
  const steps = words.length === 0 ? [...known] : known.filter((name) => named.some((word) => name.startsWith(word)));
  return { kind: 'run', wanted: { steps, filters, quick: false, ...rest } };
}

const wrong = (message: string): Arguments => ({ kind: 'wrong', message });

/**
 * The files whose name starts with the filter; if there are none, those whose path contains it. So `fines.spec` does
 * not match `collected-fines.spec`.
 */
export function matchFiles(files: readonly string[], filter: string): string[] {
  const begin = files.filter((file) => file.slice(file.lastIndexOf('/') + 1).startsWith(filter));
  return begin.length > 0 ? begin : files.filter((file) => file.includes(filter));
}

export const HELP = `npm test                        every check and every test
npm test -- quick               types, lint of what changed, format, imports, unit tests, and on SQLite the laws and the API tests of the areas changed
npm test -- lint types          these steps; a step may be shortened: api is api-sqlite and api-postgres
npm test -- unit money          the test files of a step whose names start with this, or else contain it
npm test -- api fines.test      the same on both engines
npm test -- e2e fines.spec      the same in the browser; -g TITLE chooses tests, --dev takes the development server, without a build
npm test -- shows FINE-7        runs nothing, and lists the tests that show this requirement
  --repeat N                    runs the steps N times
  --busy N                      runs N busy loops meanwhile, to find tests that depend on the speed of the machine
`;
