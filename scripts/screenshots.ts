// npm run screenshots -- [fines dialog-add-fine …] [360 1280 …]: those whose names begin with one of these, or all; 360
// and 1280 pixels wide unless other widths are given
//
// Screenshots of every screen and dialog, light and dark, in each language, with the demo's data. The clock is fixed,
// so that the same code gives the same images. All go to test-results/screenshots; those used in documents are copied
// to docs/screenshots. Urdu names need a font such as Noto Naskh Arabic.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { type Language, LANGUAGES } from '../src/core/text/languages.ts';
import { chromiumFlags, ensureChromium } from '../tests/helpers/chromium.ts';
import { DIALOG_NAMES, openDialog } from './demo/dialogs.ts';
import { DEMO_SCREENS } from './demo/screens.ts';
import { DEMO_ACCOUNT, DEMO_NOW, type ServedDemo, serveDemo } from './demo/serve.ts';

const ROOT = join(import.meta.dirname, '..');
const ALL = join(ROOT, 'test-results/screenshots');
const SHOWN = join(ROOT, 'docs/screenshots');

const WIDTHS = ['360', '1280'];
const SCHEMES = ['light', 'dark'] as const;
const VARIANTS = LANGUAGES.flatMap((language) => SCHEMES.map((scheme) => ({ language, scheme })));

/** What the margins of the cards leave of a page of A4. */
const A4 = { width: 703, height: 1017 };

/** Shown in the README; keep each below 150 kB. */
const KEPT = ['fines-1280'];

const isWidth = (argument: string): boolean => /^\d+$/.test(argument);
const given = process.argv.slice(2);
const names = given.filter((argument) => !isWidth(argument));
const widths = given.some(isWidth) ? given.filter(isWidth) : WIDTHS;
const wanted = (name: string): boolean => names.length === 0 || names.some((begin) => name.startsWith(begin));

const ALL_NAMES = ['login', ...Object.keys(DEMO_SCREENS), ...DIALOG_NAMES.map((name) => `dialog-${name}`)];
if (!ALL_NAMES.some(wanted)) {
  console.error(`No picture's name begins so; there are: ${ALL_NAMES.join(', ')}.`);
  process.exit(1);
}

/** Waits until the content is there, with the rows that a list draws later, and nothing loads or moves. */
async function settle(page: Page, there: string): Promise<void> {
  await page.locator(there).first().waitFor({ state: 'visible' });
  await page.waitForFunction(
    () => {
      const { dataset } = document.body;
      const before = dataset['elements'];
      dataset['elements'] = String(document.querySelectorAll('*').length);
      return (
        dataset['elements'] === before &&
        document.querySelector('[aria-busy=true], .mantine-Skeleton-root') === null &&
        document.getAnimations().every((animation) => animation.playState !== 'running')
      );
    },
    undefined,
    { polling: 200 },
  );
}

async function open(browser: Browser, language: Language, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({
    ...options,
    reducedMotion: 'reduce',
    locale: `${language}-PK`,
    timezoneId: 'Asia/Karachi',
  });
  await context.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
  // Fixes only the page's clock, not the expiry of cookies.
  await context.clock.setFixedTime(DEMO_NOW);
  return context.newPage();
}

async function takePictures(browser: Browser, { url, cast }: ServedDemo): Promise<void> {
  for (const { language, scheme } of VARIANTS) {
    for (const width of widths) {
      const viewport = { width: Number(width), height: Number(width) < 600 ? 740 : 800 };
      const page = await open(browser, language, { viewport, colorScheme: scheme });
      const take = async (name: string, there: string): Promise<void> => {
        await settle(page, there);
        const variant = `${scheme === 'dark' ? '-dark' : ''}${language === 'en' ? '' : `-${language}`}`;
        await page.screenshot({ path: join(ALL, `${name}-${width}${variant}.png`), animations: 'disabled' });
      };
      if (wanted('login')) {
        await page.goto(`${url}/#/login`);
        await take('login', 'main h1');
      }
      const answer = await page.request.post(`${url}/api/auth/sign-in`, {
        data: DEMO_ACCOUNT,
        headers: { origin: url },
      });
      if (!answer.ok()) throw new Error(`Sign-in failed: ${await answer.text()}`);
      for (const [name, { path, there }] of Object.entries(DEMO_SCREENS)) {
        if (!wanted(name)) continue;
        await page.goto('about:blank');
        await page.goto(`${url}/#${typeof path === 'string' ? path : path(cast)}`);
        await take(name, there);
      }
      for (const name of DIALOG_NAMES.filter((one) => wanted(`dialog-${one}`))) {
        await page.goto('about:blank');
        const { there, onPaper } = await openDialog(page, url, name, language);
        await take(`dialog-${name}`, there);
        if (onPaper) {
          await page.setViewportSize(A4);
          await page.emulateMedia({ media: 'print' });
          await take(`dialog-${name}-paper`, there);
          await page.emulateMedia({ media: 'screen' });
          await page.setViewportSize(viewport);
        }
        // A dialog that is left open comes back on its screen.
        await page.evaluate(() => sessionStorage.clear());
      }
      await page.context().close();
    }
  }
}

const executablePath = await ensureChromium((line) => console.log(line));
const folder = mkdtempSync(join(tmpdir(), 'jurmana-pictures-'));
if (names.length === 0) rmSync(ALL, { recursive: true, force: true });
mkdirSync(ALL, { recursive: true });
mkdirSync(SHOWN, { recursive: true });
const server = await serveDemo(folder);
const browser = await chromium.launch({ executablePath, args: chromiumFlags });
try {
  await takePictures(browser, server);
} finally {
  await browser.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
for (const name of KEPT.filter((one) => wanted(one) && widths.includes('1280'))) {
  copyFileSync(join(ALL, `${name}.png`), join(SHOWN, `${name}.png`));
  console.log(`docs/screenshots/${name}.png, ${Math.round(statSync(join(SHOWN, `${name}.png`)).size / 1000)} kB`);
}
console.log(`All: ${ALL}`);
