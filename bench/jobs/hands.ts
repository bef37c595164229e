// Does jobs and counts the effort: with mouse and keyboard, with the keyboard alone, or on a phone.
//
// A press is a click, a tap, a key that writes nothing (Tab, Enter, Ctrl+K), or scrolling by up to a screen; letters
// are counted separately. Seconds are not the script's but those of Card, Moran and Newell's keystroke-level model: 1.1
// s for pointing and pressing, 0.28 s for a key or a letter, 1.35 s of thought before each thing that is looked for or
// written, plus the real time spent waiting for the page.
import type { Locator, Page } from '@playwright/test';

export const WAYS = ['mouse', 'keyboard', 'phone'] as const;
export type Way = (typeof WAYS)[number];

const POINT_S = 1.1;
const KEY_S = 0.28;
const THOUGHT_S = 1.35;
/** The part of the screen that one scroll moves: some of it stays in sight. */
const SCROLLED = 0.8;
const MOST_TABS = 150;
/** Nobody presses the next thing sooner, so what the page does within this time does not count as waiting. */
const PAUSE_MS = 700;

export class Hands {
  readonly page: Page;
  readonly way: Way;
  private points = 0;
  private keys = 0;
  private letters = 0;
  private thoughts = 0;
  private waitedMs = 0;

  constructor(page: Page, way: Way) {
    this.page = page;
    this.way = way;
  }

  get byKeyboard(): boolean {
    return this.way === 'keyboard';
  }

  figures(): { presses: number; letters: number; seconds: number; waited: number } {
    const { points, keys, letters, thoughts, waitedMs } = this;
    const seconds = points * POINT_S + (keys + letters) * KEY_S + thoughts * THOUGHT_S + waitedMs / 1000;
    return { presses: points + keys, letters, seconds, waited: waitedMs / 1000 };
  }

  /** Discards what was counted so far, which was preparation. */
  forget(): void {
    this.points = this.keys = this.letters = this.thoughts = this.waitedMs = 0;
  }

  /** Waits until the target is visible. */
  async see(target: Locator): Promise<void> {
    const from = performance.now();
    await target.waitFor();
    this.waitedMs += performance.now() - from;
  }

  /** Finds the target and presses it. */
  async press(target: Locator): Promise<void> {
    await this.reach(target);
    if (this.byKeyboard) await this.keyDown((await isChoice(target)) ? 'Space' : 'Enter');
    else await this.point(target);
  }

  /** Writes into a field, replacing its text if the page has selected it. */
  async write(target: Locator, text: string): Promise<void> {
    await this.see(target);
    if (await isFocused(target)) this.thoughts += 1;
    else {
      await this.reach(target);
      if (!this.byKeyboard) await this.point(target);
    }
    this.letters += text.length;
    await this.page.keyboard.type(text);
  }

  /** Takes the first option offered below the focused field. */
  async take(option: Locator): Promise<void> {
    if (!this.byKeyboard) return this.press(option);
    await this.see(option);
    this.thoughts += 1;
    await this.keyDown('ArrowDown');
    await this.keyDown('Enter');
  }

  /** Chooses from a native list: by opening and pressing, or by the first letter. */
  async choose(target: Locator, label: string): Promise<void> {
    await this.reach(target);
    if (this.byKeyboard) this.letters += 1;
    else this.points += 2;
    await target.selectOption({ label });
  }

  /** One key, or keys pressed together, without a new thought. */
  async keyDown(keys: string): Promise<void> {
    this.keys += 1;
    if (keys !== 'Tab') await this.page.waitForTimeout(PAUSE_MS);
    await this.page.keyboard.press(keys);
  }

  /** Presses a button's shortcut, once the button is visible. */
  async shortcut(target: Locator, keys: string): Promise<void> {
    await this.see(target);
    this.thoughts += 1;
    await this.keyDown(keys);
  }

  /** Presses what opens the system's file dialog, then the file and "Open" in it. */
  async chooseFile(target: Locator, file: { name: string; bytes: Uint8Array }): Promise<void> {
    const [chooser] = await Promise.all([this.page.waitForEvent('filechooser'), this.press(target)]);
    if (this.byKeyboard) this.keys += 2;
    else this.points += 2;
    await chooser.setFiles({ name: file.name, mimeType: '', buffer: Buffer.from(file.bytes) });
  }

  private async point(target: Locator): Promise<void> {
    this.points += 1;
    if (this.way === 'phone') await target.tap();
    else await target.click();
  }

  /** Moves to the target, by scrolling or by Tab. */
  private async reach(target: Locator): Promise<void> {
    await this.see(target);
    this.thoughts += 1;
    if (!this.byKeyboard) {
      // By then, sliding elements have come to rest.
      await this.page.waitForTimeout(PAUSE_MS);
      this.points += await target.evaluate(scrollTo, SCROLLED);
      return;
    }
    for (let tabs = 0; !(await isFocused(target)); tabs += 1) {
      if (tabs === MOST_TABS) throw new Error(`The keyboard does not reach ${String(target)}.`);
      await this.keyDown('Tab');
    }
  }
}

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element.contains(document.activeElement));

const isChoice = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element instanceof HTMLInputElement && /checkbox|radio/.test(element.type));

/** Runs in the page: brings an element into view, and returns how many scrolls a person needs for that. */
async function scrollTo(element: Element, scrolled: number): Promise<number> {
  const seen = await new Promise<number>((resolve) => {
    const watch = new IntersectionObserver(([entry]) => {
      watch.disconnect();
      resolve(entry?.intersectionRatio ?? 0);
    });
    watch.observe(element);
  });
  if (seen > 0.5) return 0;
  const place = element.getBoundingClientRect();
  const away = place.top < 0 ? -place.top : place.bottom - innerHeight;
  element.scrollIntoView({ block: 'center' });
  return Math.max(1, Math.ceil(away / (scrolled * innerHeight)));
}
