// Does jobs and counts the effort: with mouse and keyboard, with the keyboard alone, or on a phone.
//
// A press is a click, a tap, a key that writes nothing (Tab, Enter, Ctrl+K), or scrolling by up to a screen; letters
// are counted separately. Seconds are not the script's but those of the keystroke-level model (Card, Moran and Newell,
// "The keystroke-level model for user performance time with interactive systems", CACM 23, 1980), plus the real time
// spent waiting for the page. Its operators, in `operators` by their letters:
//   P  pointing at something with the mouse or a finger
//   K  a key, a letter of a text, or the button of the mouse; a tap counts like a click
//   H  moving the hand between mouse and keyboard; neither the keyboard alone nor a phone needs it
//   M  a thought, before every command: before pointing, before the Tabs that lead to something, and before a key,
//      also the one that ends a typed text (rules 0 and 4). There is none within a text, between pointing and pressing
//      (rule 1), between the keys of one step (rule 2), and before an Enter that follows another (rule 3).
import type { Locator, Page } from '@playwright/test';
import { isNearerBackwards } from './tabs.ts';

export const WAYS = ['mouse', 'keyboard', 'phone'] as const;
export type Way = (typeof WAYS)[number];

export const SECONDS = { P: 1.1, K: 0.28, H: 0.4, M: 1.35 } as const;
type Operator = keyof typeof SECONDS;

/** The part of the screen that one scroll moves: some of it stays in sight. */
const SCROLLED = 0.8;
const MOST_TABS = 150;
/** Nobody presses the next thing sooner, so what the page does within this time does not count as waiting. */
const PAUSE_MS = 700;

export interface Figures {
  presses: number;
  letters: number;
  /** by the model, without waiting */
  seconds: number;
  waited: number;
  /** such as "MPK H 5K MK": what was done, one word a step */
  operators: string;
}

export class Hands {
  readonly page: Page;
  readonly way: Way;
  private presses = 0;
  private letters = 0;
  private waitedMs = 0;
  private seconds = 0;
  private steps: string[] = [];
  private onKeys = false;

  constructor(page: Page, way: Way) {
    this.page = page;
    this.way = way;
  }

  get byKeyboard(): boolean {
    return this.way === 'keyboard';
  }

  figures(): Figures {
    const { presses, letters, seconds, waitedMs, steps } = this;
    return { presses, letters, seconds, waited: waitedMs / 1000, operators: steps.join(' ') };
  }

  /** Discards what was counted so far, which was preparation. The hand is on the mouse. */
  forget(): void {
    this.presses = this.letters = this.waitedMs = this.seconds = 0;
    this.steps = [];
    this.onKeys = false;
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
    if (this.byKeyboard) await this.strike((await isChoice(target)) ? 'Space' : 'Enter');
    else await this.point(target);
  }

  /** Writes into a field, replacing its text if the page has selected it. */
  async write(target: Locator, text: string): Promise<void> {
    await this.see(target);
    if (!(await isFocused(target))) {
      await this.reach(target);
      if (!this.byKeyboard) await this.point(target);
    }
    this.moveTo('keys');
    this.letters += text.length;
    this.count(`${text.length}K`, 'K', text.length);
    await this.page.keyboard.type(text);
  }

  /** Takes the first option offered below the focused field. */
  async take(option: Locator): Promise<void> {
    if (this.way === 'phone') return this.press(option);
    await this.see(option);
    await this.key('ArrowDown');
    await this.strike('Enter');
  }

  /** Chooses from a native list: by opening and pressing, or by the first letter. */
  async choose(target: Locator, label: string): Promise<void> {
    await this.reach(target);
    if (this.byKeyboard) {
      this.letters += 1;
      this.count('K', 'K');
    } else for (let press = 0; press < 2; press += 1) this.click();
    await target.selectOption({ label });
  }

  /** A key, or keys pressed together, as a step of its own. */
  async key(keys: string): Promise<void> {
    this.moveTo('keys');
    this.count('M', 'M');
    await this.strike(keys);
  }

  /** Presses a button's shortcut, once the button is visible. */
  async shortcut(target: Locator, keys: string): Promise<void> {
    await this.see(target);
    await this.key(keys);
  }

  /** Presses what opens the system's file dialog, then the file and "Open" in it. */
  async chooseFile(target: Locator, file: { name: string; bytes: Uint8Array }): Promise<void> {
    const [chooser] = await Promise.all([this.page.waitForEvent('filechooser'), this.press(target)]);
    for (let press = 0; press < 2; press += 1)
      if (this.byKeyboard) {
        this.presses += 1;
        this.count('K', 'K');
      } else this.click();
    await chooser.setFiles({ name: file.name, mimeType: '', buffer: Buffer.from(file.bytes) });
  }

  /** A key that belongs to the step before it. */
  async strike(keys: string): Promise<void> {
    this.presses += 1;
    this.count('K', 'K');
    if (!keys.endsWith('Tab')) await this.page.waitForTimeout(PAUSE_MS);
    await this.page.keyboard.press(keys);
  }

  private async point(target: Locator): Promise<void> {
    this.click();
    if (this.way === 'phone') await target.tap();
    else await target.click();
  }

  private click(): void {
    this.presses += 1;
    this.count('P', 'P');
    this.count('K', 'K');
  }

  private moveTo(place: 'keys' | 'mouse'): void {
    if (this.way === 'mouse' && this.onKeys !== (place === 'keys')) this.count('H', 'H');
    this.onKeys = place === 'keys';
  }

  private count(step: string, operator: Operator, times = 1): void {
    this.seconds += SECONDS[operator] * times;
    this.steps.push(step);
  }

  /** Moves to the target, by scrolling or by Tab. */
  private async reach(target: Locator): Promise<void> {
    await this.see(target);
    if (!this.byKeyboard) {
      this.moveTo('mouse');
      this.count('M', 'M');
      // By then, sliding elements have come to rest.
      await this.page.waitForTimeout(PAUSE_MS);
      const scrolls = await target.evaluate(scrollTo, SCROLLED);
      for (let scroll = 0; scroll < scrolls; scroll += 1) this.click();
      return;
    }
    this.count('M', 'M');
    const keys = (await target.evaluate(isNearerBackwards)) ? 'Shift+Tab' : 'Tab';
    for (let tabs = 0; !(await isFocused(target)); tabs += 1) {
      if (tabs === MOST_TABS) throw new Error(`The keyboard does not reach ${String(target)}.`);
      await this.strike(keys);
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
