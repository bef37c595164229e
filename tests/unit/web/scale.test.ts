// Every style uses the sizes of docs/interface.md.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const SPACES = [0, 1, 2, 4, 6, 8, 12, 16, 20, 24, 32, 40, 48];
const WEIGHTS = ['400', '500', '600', '650', '700', 'inherit', 'normal'];

const styles = globSync('src/web/**/*.css').filter((file) => !file.endsWith('tokens.css'));

/** `file: declaration` for each declaration of a property that is off the scale. */
function offScale(property: RegExp, isOn: (value: string) => boolean): string[] {
  return styles.flatMap((file) => {
    // Fonts are declared with their range of weights.
    const css = readFileSync(file, 'utf8').replaceAll(/\/\*[^]*?\*\/|@font-face \{[^}]*\}/g, '');
    const declarations = [...css.matchAll(/(?<=[\s;{])([a-z-]+): ([^;{}]+);/g)];
    return declarations
      .filter(([, name = '', value = '']) => property.test(name) && !isOn(value))
      .map(([declaration]) => `${file}: ${declaration}`);
  });
}

test('there are styles to check', () => {
  expect(styles.length).toBeGreaterThan(20);
});

test('spaces are from the scale; a negative margin offsets the space around it, one above 48 makes room for an element [LOOK-14]', () => {
  const isOn = (value: string): boolean =>
    // Values that depend on a limit or on other values are as large as necessary.
    /\b(?:max|calc)\(/.test(value) ||
    [...value.matchAll(/(?<![\w.-])(\d+)px/g)].every(([, size]) => Number(size) > 48 || SPACES.includes(Number(size)));
  expect(offScale(/^(?:padding|margin|gap|row-gap|column-gap)/, isOn)).toEqual([]);
});

test('the space at the sides of a card follows the width of the screen [LOOK-14]', () => {
  const sides = (value: string): (string | undefined)[] => {
    const [top, end = top, , start = end] = value.split(' ');
    return [end, start];
  };
  expect(offScale(/^(?:padding|margin)$/, (value) => !sides(value).includes('20px'))).toEqual([]);
});

test('font sizes are named ones, or relative to the surrounding text [LOOK-14]', () => {
  const named = /var\(--(?:mantine-font-size|app-text)-[a-z]+\)/g;
  const isOn = (value: string): boolean =>
    // Paper has its own sizes; `min` shrinks what does not fit.
    /^[\d.]+(?:pt|em|%)$|^inherit$/.test(value) ||
    value.replaceAll(named, '1em').match(/^1em$|^min\(1(?:\.\d+)?em, /) !== null;
  expect(offScale(/^font-size$/, isOn)).toEqual([]);
});

test('there are five font weights [LOOK-14]', () => {
  expect(offScale(/^font-weight$/, (value) => WEIGHTS.includes(value))).toEqual([]);
});
