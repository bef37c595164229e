// A page whose script fails shows nothing, so that each test would wait for its time limit: the first such failure ends its
// test and the run at once.
import type { Page } from '@playwright/test';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** How the message of a failed test begins that ends the run. */
export const SCRIPT_FAILED = 'The page’s script failed';

/** As the page reports what it caught itself, at most to say that something went wrong. */
const CAUGHT = /^(?:Type|Reference|Range|Syntax)Error: (?!Failed to fetch|NetworkError)/;

/** Calls back with what is wrong: an error of the code, caught or not, or a script that the server does not have. */
export function watchScripts(page: Page, failed: (message: string) => void): void {
  page.on('pageerror', (error) => failed(error.stack ?? error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && CAUGHT.test(message.text())) failed(message.text());
  });
  page.on('response', (response) => {
    if (response.status() < 400 || response.request().resourceType() !== 'script') return;
    failed(`${response.url()} is answered with ${response.status()}`);
  });
}

export default class EndAtScriptFailure implements Reporter {
  onTestEnd(_test: TestCase, { errors }: TestResult): void {
    if (!errors.some(({ message }) => message?.includes(SCRIPT_FAILED))) return;
    // As Ctrl-C does: what runs is ended and reported.
    process.kill(process.pid, 'SIGINT');
  }
}
