// npm run bench bundle
//
// What the browser loads for each screen, in kB (1000 bytes, brotli): when it is opened first, and when the user comes
// from another screen, after which the common controls have been fetched. Builds the app into a temporary folder.
// Prints figures; never fails.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import type { ScreenName } from '../src/web/routing/screens.ts';

/** Vite's manifest: source files relative to src/web. */
type Manifest = Record<
  string,
  {
    file: string;
    name?: string;
    imports?: string[];
    dynamicImports?: string[];
    css?: string[];
    isDynamicEntry?: boolean;
  }
>;

const PAGE = 'index.html';
/** Loaded to sign in, and after that whatever the screen (see vite.config.ts). */
const LOGIN = 'login';
const SIGNED_IN = 'signed-in';
/** Fetched as soon as the first screen is shown, for users who have other screens (src/web/app/main.tsx). */
const CONTROLS = 'controls';

/** They are the same screen as another. */
type Shared = 'givenBack' | 'waived' | 'cashUp' | 'sent' | 'importUsers';
/** What each screen loads besides that (see src/web/app/screens.tsx). */
const SCREENS: Record<'login' | Exclude<ScreenName, Shared>, string[]> = {
  login: [],
  dashboard: ownOf('dashboard', 'DashboardScreen'),
  overview: ownOf('overview', 'OverviewScreen'),
  users: ownOf('users', 'UsersScreen'),
  person: [...ownOf('users', 'person/PersonScreen'), ...ownOf('fines', 'PersonFines')],
  fines: ownOf('fines', 'FinesScreen'),
  payments: ownOf('payments', 'PaymentsScreen'),
  receipt: ownOf('payments', 'receipts/PaperScreen'),
  voucher: ownOf('payments', 'receipts/PaperScreen'),
  handOver: ownOf('payments', 'cash/HandOverScreen'),
  statement: ownOf('payments', 'receipts/PaperScreen'),
  collectFromMany: [...ownOf('payments', 'many/CollectFromManyScreen'), 'messages/en/collecting.ts'],
  requests: ownOf('requests', 'RequestsScreen'),
  reminders: ownOf('reminders', 'Reminders'),
  events: ownOf('events', 'EventsScreen'),
  reports: ownOf('reports', 'ReportsScreen'),
  month: ownOf('reports', 'month/MonthScreen'),
  collected: ownOf('collected', 'CollectedScreen'),
  history: ownOf('history', 'HistoryScreen'),
  settings: ownOf('settings', 'SettingsScreen'),
  profile: ownOf('account', 'ProfileScreen'),
  importFines: ownOf('imports', 'ImportScreen'),
};

/** The screen, and the file that has its texts. */
function ownOf(area: string, screen: string): string[] {
  const texts = readdirSync('src/web/messages/en').find((file) =>
    readFileSync(`src/web/messages/en/${file}`, 'utf8').includes(`export const ${area} = {`),
  );
  return [`features/${area}/${screen}.tsx`, `messages/en/${texts}`];
}

/** The files of these sources and their static imports. */
function filesOf(manifest: Manifest, sources: readonly string[]): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const follow = (source: string): void => {
    if (seen.has(source)) return;
    seen.add(source);
    const built = manifest[source];
    if (built === undefined) throw new Error(`${source} is not built on its own. See src/web/app/screens.tsx.`);
    for (const file of [built.file, ...(built.css ?? [])]) files.add(file);
    for (const needed of built.imports ?? []) follow(needed);
  };
  for (const source of sources) follow(source);
  return files;
}

interface Weight {
  js: number;
  css: number;
  requests: number;
}

function weigh(folder: string, files: Iterable<string>): Weight {
  const weight: Weight = { js: 0, css: 0, requests: 0 };
  for (const file of files) {
    const size = brotliCompressSync(readFileSync(join(folder, file))).length;
    if (file.endsWith('.css')) weight.css += size;
    else weight.js += size;
    weight.requests += 1;
  }
  return weight;
}

const kB = (bytes: number): string => (bytes / 1000).toFixed(1).padStart(8);
const columns = ({ js, css, requests }: Weight): string => `${kB(js)}${kB(css)}${String(requests).padStart(7)}`;
const say = (line = ''): void => void process.stdout.write(`${line}\n`);

function print(folder: string): void {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;
  const listed = new Set(Object.values(SCREENS).flat());
  const named = (name: string): string[] => {
    const found = Object.keys(manifest).filter((source) => manifest[source]?.name === name);
    if (found.length === 0) throw new Error(`No file is named ${name}. See vite.config.ts.`);
    return found;
  };
  const signedIn = named(SIGNED_IN);
  const screens = Object.keys(manifest).filter(
    (source) => source.startsWith('features/') && source.endsWith('Screen.tsx'),
  );
  const unlisted = screens.filter((source) => manifest[source]?.isDynamicEntry === true && !listed.has(source));
  if (unlisted.length > 0) throw new Error(`Not in this bench's list of screens: ${unlisted.join(', ')}`);

  say('kB, brotli                    opened first           |  added coming from another');
  say('                              JS     CSS  files      |     JS     CSS  files');
  const there = filesOf(manifest, [PAGE, ...signedIn, ...named(CONTROLS)]);
  for (const [name, own] of Object.entries(SCREENS)) {
    const first = filesOf(manifest, [PAGE, ...(name === 'login' ? named(LOGIN) : signedIn), ...own]);
    const brought = [...filesOf(manifest, own)].filter((file) => !there.has(file));
    say(`${name.padEnd(24)}${columns(weigh(folder, first))}      |${columns(weigh(folder, brought))}`);
  }
  const later = Object.keys(manifest).filter((source) => {
    return manifest[source]?.isDynamicEntry === true && !listed.has(source) && !source.startsWith('messages/');
  });
  const everything = filesOf(manifest, [PAGE, ...signedIn, ...listed]);
  say('\nfetched when it is first opened');
  for (const source of later) {
    const brought = [...filesOf(manifest, [source])].filter((file) => !everything.has(file));
    say(`${source.padEnd(53)}|${columns(weigh(folder, brought))}`);
  }
}

const folder = mkdtempSync(join(tmpdir(), 'jurmana-bundle-'));
try {
  await build({ logLevel: 'warn', build: { outDir: folder, emptyOutDir: true, manifest: true } });
  print(folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
