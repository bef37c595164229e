// A form over a record that other windows may be changing as well: what was changed here, without any component.

/**
 * The fields a person changed, over the record as it is now. The other fields follow what other windows save, so that
 * saving never undoes somebody else's change.
 */
export function withChanges<V extends object>(base: Readonly<V>, changes: Partial<V>): V {
  return { ...base, ...changes };
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** The changes that make a difference; a field typed back to its old value makes none. */
export function realChanges<V extends object>(base: Readonly<V>, changes: Partial<V>): Partial<V> {
  const real = { ...changes };
  for (const field of Object.keys(real) as (keyof V)[]) {
    if (real[field] === undefined || isSame(real[field], base[field])) delete real[field];
  }
  return real;
}

/** The fields of a record as they were read. */
type AsRead<B> = { readonly [F in keyof B]?: string | number | boolean | null };

/**
 * The part of a body to be sent: only what differs from the record, as far as that can be read, so that nothing that
 * others save meanwhile is undone, with what it was (`shown`). null if nothing differs: another window was first, or an
 * earlier attempt has arrived after all.
 */
export function changedParts<B extends object>(
  body: B,
  record: Partial<B>,
  read: AsRead<B>,
): (Partial<B> & { shown: AsRead<B> }) | null {
  const changes = realChanges<Partial<B>>(record, body);
  const fields = Object.keys(changes) as (keyof B)[];
  if (fields.length === 0) return null;
  return { ...changes, shown: Object.fromEntries(fields.map((field) => [field, read[field]])) as AsRead<B> };
}

/**
 * The fields that were changed here and, since then, by another window as well. `from`: what each was when it was
 * changed here.
 */
export const overtakenFields = <V extends object>(
  base: Readonly<V>,
  changes: Partial<V>,
  from: Partial<V>,
): (keyof V)[] =>
  (Object.keys(realChanges(base, changes)) as (keyof V)[]).filter(
    (field) => field in from && !isSame(from[field], base[field]),
  );
