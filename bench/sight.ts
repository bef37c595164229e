// npm run bench sight -- --only fines,users
//
// What is in sight of each screen of the demonstration when it opens: rows and controls at 1280 × 800 and 360 × 740,
// where the first row begins, and the height of the page. Prints figures; never fails.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from '@playwright/test';
import { DEMO_SCREENS } from '../scripts/demo/screens.ts';
import { DEMO_ACCOUNT, DEMO_NOW, serveDemo, type ServedDemo } from '../scripts/demo/serve.ts';
import { chromiumFlags, ensureChromium } from '../tests/helpers/chromium.ts';

const WINDOWS = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
];

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const only = values.only.split(',').filter((name) => name !== '');

/** In the page: rows are table rows and the entries of lists in <main>; controls what can be pressed or filled in. */
function inSight(): { rows: number; first: number; controls: number; height: number } {
  const { innerWidth: width, innerHeight: height } = window;
  /** What is left of an element's box by everything around it that scrolls or cuts off. */
  const shown = (element: Element): { top: number; bottom: number; whole: boolean } | null => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return null;
    const box = element.getBoundingClientRect();
    let { top, bottom } = box;
    let [left, right] = [box.left, box.right];
    for (let around = element.parentElement; around !== null; around = around.parentElement) {
      if (getComputedStyle(around).overflowY === 'visible' || around === document.documentElement) continue;
      const frame = around.getBoundingClientRect();
      top = Math.max(top, frame.top);
      bottom = Math.min(bottom, frame.bottom);
      left = Math.max(left, frame.left);
      right = Math.min(right, frame.right);
    }
    top = Math.max(top, 0);
    bottom = Math.min(bottom, height);
    if (bottom - top < 2 || Math.min(right, width) - Math.max(left, 0) < 2) return null;
    return { top, bottom, whole: bottom - top > box.height - 2 };
  };
  const rows = [...document.querySelectorAll('main tbody tr, main li, main [role=listitem]')]
    .filter((row) => row.querySelector('li, [role=listitem], tbody tr') === null || row.matches('[role=listitem]'))
    .filter((row) => row.closest('nav, [role=listitem] *') === null);
  const whole = rows.filter((row) => shown(row)?.whole === true);
  const tops = rows.map((row) => row.getBoundingClientRect().top + scrollY).filter((top) => top > 0);
  const controls = document.querySelectorAll(
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=switch], [role=tab]',
  );
  return {
    rows: whole.length,
    first: Math.round(Math.min(...tops, Infinity)),
    controls: [...controls].filter((control) => shown(control) !== null).length,
    height: document.documentElement.scrollHeight,
  };
}

async function look(browser: Browser, { url, cast }: ServedDemo): Promise<void> {
  const table: Record<string, Record<string, number>> = {};
  for (const viewport of WINDOWS) {
    const phone = viewport.width < 600;
    const context = await browser.newContext({ viewport, locale: 'en-PK', isMobile: phone, hasTouch: phone });
    await context.clock.setFixedTime(DEMO_NOW);
    const page = await context.newPage();
    await page.request.post(`${url}/api/auth/sign-in`, { data: DEMO_ACCOUNT, headers: { origin: url } });
    for (const [name, { path, there }] of Object.entries(DEMO_SCREENS)) {
      if (only.length > 0 && !only.includes(name)) continue;
      await page.goto('about:blank');
      await page.goto(`${url}/#${typeof path === 'string' ? path : path(cast)}`);
      await page.locator(there).first().waitFor({ state: 'visible' });
      await page.waitForTimeout(1500);
      const seen = await page.evaluate(inSight);
      for (const [figure, value] of Object.entries(seen)) {
        (table[name] ??= {})[`${figure} ${viewport.width}`] = value;
      }
    }
    await context.close();
  }
  console.table(table);
}

const executablePath = await ensureChromium((line) => console.log(line));
const folder = mkdtempSync(join(tmpdir(), 'jurmana-sight-'));
const demo = await serveDemo(folder);
const browser = await chromium.launch({ executablePath, args: chromiumFlags });
try {
  await look(browser, demo);
} finally {
  await browser.close();
  await demo.stop();
  rmSync(folder, { recursive: true, force: true });
}
