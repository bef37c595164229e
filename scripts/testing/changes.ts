// What has changed on this branch, committed or not.
import { execFileSync } from 'node:child_process';

function git(root: string, ...args: string[]): string | null {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}

/** The commit where this branch left the main one. Null outside a git checkout. */
export function mergeBase(root: string): string | null {
  for (const main of ['origin/HEAD', 'origin/main', 'main', 'HEAD']) {
    const base = git(root, 'merge-base', 'HEAD', main);
    if (base !== null) return base;
  }
  return null;
}

/** Paths that differ from that commit, including untracked files. */
export function changedFiles(root: string, base: string): string[] {
  const tracked = git(root, 'diff', '--name-only', '--no-renames', base) ?? '';
  const untracked = git(root, 'ls-files', '--others', '--exclude-standard') ?? '';
  return [...new Set(`${tracked}\n${untracked}`.split('\n'))].filter((path) => path !== '');
}

/**
 * The API and laws tests start the built server and its tools, so Vitest cannot tell from imports which of them depend
 * on these files: a change affects all of them.
 */
const BUILT_FROM =
  /^(src\/(core|contract|server)\/|scripts\/prepare|package(-lock)?\.json$|vi(te|test)\.[^/]*config\.ts$)/;

export const affectsServer = (files: readonly string[]): boolean => files.some((file) => BUILT_FROM.test(file));
