// Reports the progress of a running step, and failures as soon as they happen.
import { stripVTControlCharacters } from 'node:util';

const EVERY_MS = 30_000;
/** A test in Playwright's list; `✘` if it failed. */
const BROWSER_TEST = /^\s*(✓|✘|ok|x)\s+\d+ /;
/** A file of Vitest's default reporter: `✓ unit tests/unit/a.test.ts (12 tests) 34ms`, or `❯` if one failed. */
const TEST_FILE = /^\s*(✓|❯) .*\((\d+) tests?/;
/** A failed test, below its file. */
const FAILED_TEST = /^\s+(×|✘) /;

export type Progress = {
  /** Receives what the step prints. */
  read(output: string): void;
  end(): void;
};

/** How many tests ended according to this line, and whether it reports a failed one. */
export function readLine(line: string): { ended: number; failed: boolean } {
  const [, sign] = BROWSER_TEST.exec(line) ?? [];
  if (sign !== undefined) return { ended: 1, failed: sign === '✘' || sign === 'x' };
  const ended = Number(TEST_FILE.exec(line)?.[2] ?? 0);
  return { ended, failed: FAILED_TEST.test(line) };
}

export function startProgress(step: string, say: (line: string) => void): Progress {
  const began = performance.now();
  let ended = 0;
  let rest = '';
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - began) / 1000);
    say(`...   ${step.padEnd(14)} ${`${seconds} s`.padStart(8)}   ${ended > 0 ? `${ended} tests so far` : 'runs'}`);
  }, EVERY_MS);
  return {
    read: (output) => {
      const lines = `${rest}${stripVTControlCharacters(output)}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const { ended: more, failed } = readLine(line);
        ended += more;
        if (failed) say(`FAIL  ${step.padEnd(14)} ${line.trim()}`);
      }
    },
    end: () => clearInterval(timer),
  };
}
