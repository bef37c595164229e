// Runs the archive by npx like a user: with one Node, in an empty home and folder.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { pause } from '../support/drill.ts';

/**
 * Every Node on this machine that a user could have: the one running this, and the one on the path besides the
 * project's.
 */
export function nodesHere(project: string): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.startsWith(project));
  const onPath = folders.map((folder) => join(folder, 'node')).find((path) => existsSync(path));
  const paths = [process.execPath, ...(onPath === undefined ? [] : [onPath])].map((path) => realpathSync(path));
  return [...new Set(paths)];
}

export const versionOf = (node: string): string => execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();

const NPX = join(dirname(realpathSync(process.env['npm_execpath'] ?? '/usr/bin/npm')), 'npx-cli.js');

/** After this time, anything still running is ended. */
const PATIENCE_MS = 120_000;

export interface Ended {
  code: number | null;
  output: string;
}

/** A user's machine: a home and a working folder. */
export class Machine {
  readonly home = mkdtempSync(join(tmpdir(), 'jurmana-home-'));
  readonly folder = join(this.home, 'office');
  readonly #archive: string;
  readonly #node: string;

  constructor(archive: string, node: string) {
    this.#archive = archive;
    this.#node = node;
    mkdirSync(this.folder);
    symlinkSync(archive, join(this.home, basename(archive)));
    mkdirSync(join(this.home, 'bin'));
    symlinkSync(node, join(this.home, 'bin/node'));
    symlinkSync(NPX.replace('npx-cli', 'npm-cli'), join(this.home, 'bin/npm'));
  }

  /**
   * Starts npx with the archive, followed by these words. The path is relative, as people type it: npx takes an
   * absolute one for a program.
   */
  npx(words: readonly string[], environment: Record<string, string> = {}): Run {
    const child = spawn(this.#node, [NPX, '--yes', `../${basename(this.#archive)}`, ...words], {
      cwd: this.folder,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: `${join(this.home, 'bin')}:/usr/local/bin:/usr/bin:/bin`,
        HOME: this.home,
        // Names the registry, on machines that use their own.
        npm_config_userconfig: join(homedir(), '.npmrc'),
        ...environment,
      },
    });
    return new Run(child);
  }

  /** The size of its home in MB. */
  megabytes(): number {
    // du fails if a file disappears before it is counted, such as those renamed in the cache, but still sums the rest.
    return Number.parseInt(spawnSync('du', ['-sm', this.home], { encoding: 'utf8' }).stdout, 10);
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true });
  }
}

export class Run {
  readonly #child: ChildProcess;
  readonly #began = performance.now();
  #output = '';
  #over = false;
  readonly ended: Promise<Ended>;

  constructor(child: ChildProcess) {
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
    const late = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), PATIENCE_MS);
    this.ended = new Promise((resolve) =>
      child.once('exit', (code) => {
        clearTimeout(late);
        this.#over = true;
        resolve({ code, output: this.#output });
      }),
    );
  }

  get output(): string {
    return this.#output;
  }

  /** Returns the ms until it serves; throws with its output if it ends earlier. */
  async ready(): Promise<number> {
    while (!this.#output.includes('Jurmana is ready')) {
      if (this.#over || performance.now() - this.#began > PATIENCE_MS) throw new Error(`It ended:\n${this.#output}`);
      await pause(20);
    }
    return performance.now() - this.#began;
  }

  /** SIGTERM to npx alone, as a service manager may send it; SIGINT to all, as Ctrl+C does. */
  signal(signal: 'SIGTERM' | 'SIGINT'): void {
    const { pid = 0 } = this.#child;
    process.kill(signal === 'SIGINT' ? -pid : pid, signal);
  }
}
