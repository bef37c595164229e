// Finds a Chromium for the browser tests, and gets one where the machine has none.
import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { chromium } from '@playwright/test';

/**
 * Arguments for every start of the browser. It runs on pages of our own only, so it may run without its sandbox,
 * which root and most containers cannot have; pages of one origin share a process, which saves a fifteenth of the
 * processor time of opening one; the rest keeps it from asking the network for anything by itself.
 */
export const chromiumFlags = [
  '--no-sandbox',
  '--renderer-process-limit=1',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  // A script that was compiled before is not parsed again while it is fetched. Only the last list counts, so those that
  // Playwright switches off and that matter to pages stand here as well.
  '--disable-features=BackgroundResourceFetch,AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,' +
    'HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,' +
    'OptimizationHints,NetworkTimeServiceQuerying',
];

/**
 * The headless shell first: the same engine without the rest of a desktop browser, which costs several times as much
 * processor time for each page a test opens.
 */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
];

/** Where installers put the browser on systems that have no command for it on the path. */
function usualPlaces(): string[] {
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

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** A file of that name is not enough: Ubuntu's chromium-browser, for one, only advises to install something else. */
function answers(path: string): boolean {
  // On Windows chrome.exe opens a window instead of printing its version.
  if (process.platform === 'win32') return true;
  const version = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 });
  return version.status === 0 && /chrom/i.test(version.stdout);
}

/**
 * The path of a browser that starts, or undefined. CHROMIUM_PATH, when set, is taken as it is; then come installed
 * browsers, then the one Playwright downloaded earlier.
 */
export function findChromium(): string | undefined {
  const chosen = process.env['CHROMIUM_PATH'];
  if (chosen !== undefined && chosen !== '') return chosen;
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = [
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...usualPlaces(),
    chromium.executablePath(),
  ];
  return candidates.find((path) => isProgram(path) && answers(path));
}

/** Runs a command to its end; answers whether it succeeded, with the last lines it printed. */
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
  return process.getuid?.() === 0 && isProgram('/usr/bin/apt-get');
}

/**
 * The path of a browser that starts. Without one it tries Playwright's download, then the system's package where that
 * is possible (root on Debian and its kin).
 * @throws when none of them gave a browser, with one sentence that says what to do.
 */
export async function ensureChromium(log: (line: string) => void): Promise<string> {
  const found = findChromium();
  if (found !== undefined) return found;

  log('No Chromium found; trying the download of Playwright.');
  const cli = join(import.meta.dirname, '../../node_modules/@playwright/test/cli.js');
  const download = await run(process.execPath, [cli, 'install', 'chromium'], 240);
  const downloaded = findChromium();
  if (downloaded !== undefined) return downloaded;

  let reason = download.tail;
  if (hasAptAsRoot()) {
    log('The download gave no browser that starts; trying the package of the system.');
    await run('apt-get', ['update'], 120);
    for (const name of ['chromium-headless-shell', 'chromium']) {
      const install = await run('apt-get', ['install', '-y', '--no-install-recommends', name], 300);
      const installed = findChromium();
      if (installed !== undefined) return installed;
      reason = install.tail;
    }
  }
  const lastLine = reason.split('\n').at(-1) ?? '';
  throw new Error(
    `The browser tests need Chromium: install Chromium or Google Chrome, or set CHROMIUM_PATH to it (${lastLine}).`,
  );
}
