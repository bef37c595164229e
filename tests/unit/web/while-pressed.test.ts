// Answers that arrive while something on the page is pressed.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterPresses } from '../../../src/web/ui/lists/while-pressed.ts';

let page: EventTarget;
let told: string[];
let tell: (what: string) => void;

beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  told = [];
  const schedule = afterPresses(page);
  tell = (what) => schedule(() => told.push(what));
});
afterEach(() => void vi.useRealTimers());

const event = (type: string, more: object = {}) => page.dispatchEvent(Object.assign(new Event(type), more));
/** As the page hears of it. */
const blurField = () => page.dispatchEvent(Object.defineProperty(new Event('blur'), 'target', { value: {} }));
const press = (more: object = {}) => event('pointerdown', { isPrimary: true, button: 0, ...more });

test('are shown at once while nothing is pressed [SCREEN-40]', () => {
  tell('an answer');
  vi.advanceTimersByTime(0);
  expect(told).toEqual(['an answer']);
});

test('wait for the click, in their order [SCREEN-40]', () => {
  press();
  blurField();
  tell('one');
  vi.advanceTimersByTime(300);
  event('pointerup');
  tell('two');
  vi.advanceTimersByTime(40);
  expect(told).toEqual([]);
  event('click');
  expect(told).toEqual([]);
  vi.advanceTimersByTime(0);
  expect(told).toEqual(['one', 'two']);
  tell('three');
  vi.advanceTimersByTime(0);
  expect(told).toEqual(['one', 'two', 'three']);
});

test.each(['pointercancel', 'contextmenu', 'blur'])('do not wait after %s [SCREEN-40]', (type) => {
  press();
  tell('an answer');
  event(type);
  vi.advanceTimersByTime(0);
  expect(told).toEqual(['an answer']);
});

test('do not wait for ever, for a release without a click, or for another button [SCREEN-40]', () => {
  press();
  tell('one');
  vi.advanceTimersByTime(2000);
  expect(told).toEqual(['one']);
  press();
  tell('two');
  event('pointerup');
  vi.advanceTimersByTime(50);
  expect(told).toEqual(['one', 'two']);
  press({ button: 2 });
  tell('three');
  vi.advanceTimersByTime(0);
  expect(told).toEqual(['one', 'two', 'three']);
});
