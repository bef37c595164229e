// Adds what the app uses and the oldest browsers lack (scripts/browsers). This is the first module of the page and of
// the workers that need it, because others use these functions while they are evaluated. Written by hand, because core-js takes 10 kB for these four.
function put(object: object, name: string, value: unknown): void {
  if (!(name in object)) Object.defineProperty(object, name, { value, configurable: true, writable: true });
}

/** In unicode mode this matches only unpaired halves. */
const LONE_SURROGATES = /\p{Surrogate}/gu;

put(Array.prototype, 'toReversed', function toReversed(this: readonly unknown[]) {
  return Array.from(this).reverse();
});
put(
  Array.prototype,
  'toSorted',
  function toSorted(this: readonly unknown[], compare?: (a: unknown, b: unknown) => number) {
    return Array.from(this).sort(compare);
  },
);
put(String.prototype, 'toWellFormed', function toWellFormed(this: string) {
  return this.replaceAll(LONE_SURROGATES, '\u{fffd}');
});
put(Map, 'groupBy', (items: Iterable<unknown>, keyOf: (item: unknown, index: number) => unknown) => {
  const groups = new Map<unknown, unknown[]>();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
    index += 1;
  }
  return groups;
});
