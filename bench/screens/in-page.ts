// Measurements inside the page.
import type { CDPSession, Page } from '@playwright/test';

/** ms from the start of the navigation until the selector matches. */
export async function firstContent(page: Page, content: string): Promise<number> {
  const handle = await page.waitForFunction(
    (selector) => document.querySelector(selector) !== null && performance.now(),
    content,
    { polling: 'raf', timeout: 60_000 },
  );
  return Number(await handle.jsonValue());
}

/** Navigates inside the app; ms until the content is there. */
export function goTo(page: Page, path: string, content: string): Promise<number> {
  return page.evaluate(
    ([to, selector]) =>
      new Promise<number>((resolve) => {
        const from = performance.now();
        location.hash = `#${to}`;
        const look = (): void => {
          const there = location.hash.startsWith(`#${to}`) && document.querySelector(selector) !== null;
          if (there) resolve(performance.now() - from);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
    [path, content] as const,
  );
}

/** How long after the input nothing more is expected to change. */
const SETTLED_MS = 1200;

/** Inserts a word into the search field; ms until the last change of the list. */
export async function search(page: Page, list: string, word: string): Promise<number> {
  const field = page.getByRole('searchbox').first();
  await field.focus();
  // A handle, so that the page listens before the input and is asked for the time after it.
  const measured = await page.evaluateHandle(
    ([selector, settled]) => {
      let typed = 0;
      let answered = 0;
      const frame = document.querySelector(selector)?.closest('main') ?? document.body;
      const observer = new MutationObserver(() => {
        answered = performance.now();
      });
      const time = new Promise<number>((resolve) => {
        const start = (): void => {
          typed = performance.now();
          answered = typed;
          // After the update of the field itself.
          queueMicrotask(() => observer.observe(frame, { childList: true, characterData: true, subtree: true }));
          setTimeout(() => {
            observer.disconnect();
            resolve(answered - typed);
          }, settled);
        };
        document.addEventListener('input', start, { once: true, capture: true });
      });
      return { time };
    },
    [list, SETTLED_MS] as const,
  );
  await page.keyboard.insertText(word);
  const ms = await measured.evaluate(({ time }) => time);
  await field.fill('');
  await page.waitForTimeout(SETTLED_MS / 2);
  return ms;
}

export interface Frames {
  /** frames a second on average */
  rate: number;
  /** the longest wait for a frame, ms */
  longest: number;
}

/** Scrolls like a mouse wheel for two to three seconds and counts frames; null if nothing scrolled. */
export async function scroll(page: Page, devtools: CDPSession): Promise<Frames | null> {
  const counted = page.evaluate(
    () =>
      new Promise<{ times: number[]; moved: boolean }>((resolve) => {
        const times: number[] = [];
        const positions = (): number =>
          [document.documentElement, ...document.querySelectorAll('main, main *')].reduce(
            (sum, element) => sum + element.scrollTop,
            0,
          );
        const before = positions();
        const end = performance.now() + 2500;
        const frame = (now: number): void => {
          times.push(now);
          if (now < end) requestAnimationFrame(frame);
          else resolve({ times, moved: positions() !== before });
        };
        requestAnimationFrame(frame);
      }),
  );
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 800 };
  await devtools.send('Input.synthesizeScrollGesture', {
    x: width / 2,
    y: height * 0.7,
    yDistance: -2500,
    speed: 1200,
    gestureSourceType: 'mouse',
  });
  const { times, moved } = await counted;
  if (!moved) return null;
  const waits = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const whole = waits.reduce((sum, wait) => sum + wait, 0);
  return { rate: (1000 * waits.length) / whole, longest: Math.max(...waits) };
}
