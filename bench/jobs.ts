// npm run bench jobs -- --only undo,remind --ways mouse,phone --operators
//
// Does everyday office jobs in Chromium: with the mouse, with the keyboard alone and on a phone of 360 px. Prints
// the presses, letters and seconds of each job (jobs/hands.ts defines them) when it is done, and all of them at the
// end. Prints figures; never fails.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContextOptions, chromium } from '@playwright/test';
import { setLanguage } from '../src/contract/sign-in/account.ts';
import { type CalendarDay, dayOf } from '../src/core/calendar.ts';
import { chromiumFlags, ensureChromium } from '../tests/helpers/chromium.ts';
import { signInAt } from '../tests/helpers/client.ts';
import { type Figures, Hands, SECONDS, type Way, WAYS } from './jobs/hands.ts';
import { JOBS } from './jobs/jobs.ts';
import { fillOffice } from './jobs/office.ts';
import { ACCOUNT, startServer } from './measure/server-process.ts';

const DESK: BrowserContextOptions = { viewport: { width: 1280, height: 800 }, locale: 'en-PK' };
const PHONE: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  isMobile: true,
  hasTouch: true,
  locale: 'en-PK',
};
/** By then, the screen on which a job begins has fetched all others. */
const SETTLE_MS = 2500;
/** A job that waits this long is given up; nothing takes so long, even on a busy machine. */
const TOO_LONG_MS = 120_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

type Job = (typeof JOBS)[number];

/** The figures of each job, done in a new office; null if a job could not be done. */
async function day(browser: Browser, way: Way, jobs: readonly Job[]): Promise<Map<string, Figures | null>> {
  const today = dayOf(Date.now(), 'Asia/Karachi');
  const all = new Map<string, Figures | null>();
  const inOffice = jobs.filter(({ empty }) => empty !== true);
  if (inOffice.length > 0)
    await withServer(async (url) => {
      const client = await signInAt(url, ACCOUNT);
      await fillOffice(client, today);
      for (const job of inOffice) {
        await client.must(setLanguage, { body: { language: job.language ?? 'en' } });
        all.set(job.name, await doJob(browser, way, job, url, today));
      }
    });
  for (const job of jobs) {
    if (job.empty === true)
      await withServer(async (url) => all.set(job.name, await doJob(browser, way, job, url, today)));
  }
  return all;
}

async function withServer(use: (url: string) => Promise<unknown>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'jurmana-jobs-'));
  const server = await startServer(`file:${join(folder, 'jobs.db')}`);
  try {
    await use(server.url);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function doJob(browser: Browser, way: Way, job: Job, url: string, today: CalendarDay): Promise<Figures | null> {
  const { name, prepare, run } = job;
  const context = await browser.newContext(way === 'phone' ? PHONE : DESK);
  context.setDefaultTimeout(TOO_LONG_MS);
  const page = await context.newPage();
  if (job.empty === true) {
    await page.goto(url);
    await page.getByLabel('Password', { exact: true }).waitFor();
  } else {
    await context.request.post(`${url}/api/auth/sign-in`, {
      data: ACCOUNT,
      headers: { origin: url },
      timeout: TOO_LONG_MS,
    });
    await page.goto(`${url}/#/dashboard`);
    await page.locator('[role=listitem] dd').first().waitFor();
  }
  await page.waitForTimeout(SETTLE_MS);
  const hands = new Hands(page, way);
  try {
    await prepare?.(hands);
    hands.forget();
    await run(hands, today);
    const figures = hands.figures();
    const { presses, letters, seconds, waited, operators } = figures;
    const effort = `${presses} presses, ${letters} letters, ${seconds.toFixed(1)} s`;
    process.stderr.write(`${name}, ${way}: ${effort}, and it waited ${waited.toFixed(1)}\n`);
    if (values.operators) process.stderr.write(`  ${operators}\n`);
    return figures;
  } catch (error) {
    process.stderr.write(`${name}, ${way}: ${error instanceof Error ? error.message : String(error)}\n`);
    return null;
  } finally {
    await context.close();
  }
}

const cells = (figures: Pick<Figures, 'presses' | 'letters' | 'seconds'> | null | undefined): string =>
  figures === null || figures === undefined
    ? '– | – | –'
    : `${figures.presses} | ${figures.letters} | ${figures.seconds.toFixed(1)}`;

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    ways: { type: 'string', default: WAYS.join() },
    operators: { type: 'boolean', default: false },
  },
});
const ways = WAYS.filter((way) => values.ways.split(',').includes(way));
const only = values.only.toLowerCase().split(',');
const chosen = JOBS.filter(({ name }) => only.some((part) => name.toLowerCase().includes(part)));
const browser = await chromium.launch({ executablePath: await ensureChromium(say), args: chromiumFlags });
try {
  const days = new Map<Way, Map<string, Figures | null>>();
  for (const way of ways) days.set(way, await day(browser, way, chosen));
  const model = Object.entries(SECONDS).map(([operator, seconds]) => `${operator} ${seconds} s`);
  say(`Presses, letters written, and seconds without waiting: ${model.join(', ')}.\n`);
  say(`| Job | ${ways.map((way) => `${way}: presses | letters | s`).join(' | ')} |`);
  say(`|---|${'--:|'.repeat(3 * ways.length)}`);
  for (const { name } of chosen) say(`| ${name} | ${ways.map((way) => cells(days.get(way)?.get(name))).join(' | ')} |`);
  const sums = ways.map((way) => {
    const done = [...(days.get(way)?.values() ?? [])].filter((one) => one !== null);
    const sum = (of: 'presses' | 'letters' | 'seconds'): number => done.reduce((all, one) => all + one[of], 0);
    return cells({ presses: sum('presses'), letters: sum('letters'), seconds: sum('seconds') });
  });
  say(`| All | ${sums.join(' | ')} |`);
} finally {
  await browser.close();
}
