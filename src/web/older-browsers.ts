// What the oldest browsers lack of what the app uses (scripts/browsers), put in where it is missing. The page's first module, since
// others use it while they are evaluated. By hand: core-js takes 10 kB for these five.
function put(object: object, name: string, value: unknown): void {
  if (!(name in object)) Object.defineProperty(object, name, { value, configurable: true, writable: true });
}

/** In unicode mode only a half that is alone is one. */
const LONE_SURROGATE = /\p{Surrogate}/u;

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
put(String.prototype, 'isWellFormed', function isWellFormed(this: string) {
  return !LONE_SURROGATE.test(this);
});
put(String.prototype, 'toWellFormed', function toWellFormed(this: string) {
  return this.replaceAll(new RegExp(LONE_SURROGATE, 'gu'), '\u{fffd}');
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
