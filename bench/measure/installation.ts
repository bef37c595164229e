// The disk space of a production installation: the locked packages without development dependencies, installed into a
// temporary folder, and the built app. The Node runtime among the packages is counted separately.
import { spawnSync } from 'node:child_process';
import { copyFileSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Installation {
  /** MB, without the runtime */
  packages: number;
  runtime: number;
  /** MB of the built server and web app */
  app: number;
  largest: { name: string; size: number }[];
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const RUNTIME = /^node(-bin)?-(darwin|linux|win)-/;
const LARGEST = 6;

/** Needs the npm registry, or all packages in npm's cache. */
export function measureInstallation(): Installation {
  const folder = mkdtempSync(join(tmpdir(), 'jurmana-installation-'));
  try {
    for (const name of ['package.json', 'package-lock.json', '.npmrc'])
      copyFileSync(join(ROOT, name), join(folder, name));
    const options = ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--silent'];
    const { status, stderr } = spawnSync('npm', options, { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(`npm could not install the packages: ${stderr}`);
    const modules = join(folder, 'node_modules');
    const names = readdirSync(modules).flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`) : [name],
    );
    const sizes = names.map((name) => ({ name, size: sizeOf(join(modules, name)) }));
    const sum = (of: typeof sizes) => of.reduce((total, { size }) => total + size, 0);
    const packages = sizes.filter(({ name }) => !RUNTIME.test(name));
    return {
      packages: sum(packages),
      runtime: sum(sizes) - sum(packages),
      app: sizeOf(join(ROOT, 'dist')),
      largest: packages.toSorted((a, b) => b.size - a.size).slice(0, LARGEST),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** MB on disk, in whole blocks as `du` counts; 0 if the path does not exist. */
function sizeOf(path: string): number {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 0;
  const own = (found.blocks * 512) / 2 ** 20;
  return found.isDirectory() ? readdirSync(path).reduce((total, name) => total + sizeOf(join(path, name)), own) : own;
}
