// Finds a Chromium for the browser tests, and installs one if there is none.
import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { chromium } from '@playwright/test';

/**
 * Command-line flags. The sandbox is off because it does not work as root or in most containers, and only our own pages
 * are opened. Pages of one origin share a process, which saves about 7% of the CPU time of opening one. The rest
 * prevents network requests by the browser itself.
 */
export const chromiumFlags = [
  '--no-sandbox',
  '--renderer-process-limit=1',
  '--process-per-site',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  // BackgroundResourceFetch off: scripts in the code cache are not parsed again. SpareRendererForSitePerProcess off: no
  // process is started before there is a page for it. Only the last --disable-features flag
  // counts, so the features that Playwright disables and that affect pages are repeated here.
  '--disable-features=BackgroundResourceFetch,SpareRendererForSitePerProcess,' +
    'AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,' +
    'HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,' +
    'OptimizationHints,NetworkTimeServiceQuerying',
];

/**
 * The headless shell first: the same engine without the desktop browser, which takes several times as much CPU time per
 * page.
 */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
];

/** Where installers put the browser on systems where it is not in PATH. */
function installLocations(): string[] {
  if (process.platform === 'darwin') {
    return [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ];
  }
  if (process.platform === 'win32') {
    return ['ProgramFiles', 'ProgramFiles(x86)', 'LocalAppData']
      .map((name) => process.env[name])
      .filter((folder) => folder !== undefined)
      .map((folder) => join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'));
  }
  return [];
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The file name is not enough: Ubuntu's chromium-browser, for example, only says to install a snap. */
function printsVersion(path: string): boolean {
  // On Windows chrome.exe opens a window instead of printing its version.
  if (process.platform === 'win32') return true;
  const version = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 });
  return version.status === 0 && /chrom/i.test(version.stdout);
}

/**
 * The path of a browser that starts, or undefined: CHROMIUM_PATH unchecked if set, then an installed browser, then the
 * one that Playwright downloaded earlier.
 */
export function findChromium(): string | undefined {
  const chosen = process.env['CHROMIUM_PATH'];
  return chosen !== undefined && chosen !== '' ? chosen : firstOf(names);
}

const ofDesktops = names.filter((name) => !name.includes('headless'));

/** A browser with desktop features, such as notifications; if there is none, the result of findChromium. */
export const findWholeChromium = (): string | undefined => firstOf(ofDesktops) ?? findChromium();

function firstOf(these: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = [
    ...these.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...installLocations(),
    chromium.executablePath(),
  ];
  return candidates.find((path) => isExecutable(path) && printsVersion(path));
}

/** Runs a command; returns whether it succeeded, and the end of its output. */
function run(command: string, args: string[], seconds: number): Promise<{ ok: boolean; tail: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: seconds * 1000,
    });
    let output = '';
    const keep = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-2000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => resolve({ ok: false, tail: error.message }));
    child.on('close', (code) => resolve({ ok: code === 0, tail: output.trim() }));
  });
}

function hasAptAsRoot(): boolean {
  return process.getuid?.() === 0 && isExecutable('/usr/bin/apt-get');
}

const isComplete = (): boolean => findChromium() !== undefined && firstOf(ofDesktops) !== undefined;

/**
 * The path of a browser that starts. If there is none, or none with desktop features, tries Playwright's download, then
 * apt (as root on Debian and its derivatives).
 * @throws if none of them provides a browser, with a message that says what to do
 */
export async function ensureChromium(log: (line: string) => void): Promise<string> {
  const reason = isComplete() ? '' : await install(log);
  const found = findChromium();
  if (found === undefined) {
    throw new Error(
      `The browser tests need Chromium: install Chromium or Google Chrome, or set CHROMIUM_PATH to it (${reason}).`,
    );
  }
  if (!isComplete())
    log(`Only a headless Chromium was found: the tests of notifications need a whole one (${reason}).`);
  return found;
}

/** Returns the last line of output of what did not work. */
async function install(log: (line: string) => void): Promise<string> {
  log('Not all of Chromium was found; trying the download of Playwright.');
  const cli = join(import.meta.dirname, '../../node_modules/@playwright/test/cli.js');
  let { tail } = await run(process.execPath, [cli, 'install', 'chromium'], 240);
  if (!isComplete() && hasAptAsRoot()) {
    log('The download gave no browser that starts; trying the packages of the system.');
    await run('apt-get', ['update'], 120);
    for (const name of ['chromium-headless-shell', 'chromium'].filter((one) => firstOf([one]) === undefined)) {
      ({ tail } = await run('apt-get', ['install', '-y', '--no-install-recommends', name], 300));
    }
  }
  return tail.split('\n').at(-1) ?? '';
}
