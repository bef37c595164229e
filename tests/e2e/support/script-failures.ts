// A page whose script fails shows nothing, so each test would wait for its time limit. The first such failure therefore
// ends its test and the run at once.
import type { Page } from '@playwright/test';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** The beginning of a failure message that ends the run. */
export const SCRIPT_FAILED = 'The page’s script failed';

/** An error that the page caught itself and only reported. */
const CAUGHT = /^(?:Type|Reference|Range|Syntax)Error: (?!Failed to fetch|NetworkError)/;

/** Calls `failed` for an error of the code, caught or not, or for a script that the server does not have. */
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
    // Like Ctrl-C: running tests are ended and reported.
    process.kill(process.pid, 'SIGINT');
  }
}
