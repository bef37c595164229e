// Runs npm: the one that runs this script, otherwise the one on the path.
import { spawnSync } from 'node:child_process';
import { basename } from 'node:path';

/** Shown to the user without a stack trace. */
export class PrepareError extends Error {}

/**
 * @param {string[]} options
 * @param {{ cwd: string, quiet?: boolean }} how quiet: without npm's own output
 * @returns {string | null} what went wrong, null if nothing did
 */
export function runNpm(options, { cwd, quiet = false }) {
  const cli = process.env['npm_execpath'];
  const withNpm = cli !== undefined && basename(cli) === 'npm-cli.js';
  /** @type {import('node:child_process').StdioOptions} */
  const stdio = quiet ? ['ignore', 'ignore', 'pipe'] : 'inherit';
  const result = withNpm
    ? spawnSync(process.env['npm_node_execpath'] ?? process.execPath, [cli, ...options], { cwd, stdio })
    : spawnSync('npm', options, { cwd, stdio, shell: process.platform === 'win32' });
  if (result.status === 0) return null;
  const [, code = 'see above'] = /^npm (?:error|ERR!) code (\S+)/m.exec(String(result.stderr ?? '')) ?? [];
  return result.error?.message ?? code;
}
