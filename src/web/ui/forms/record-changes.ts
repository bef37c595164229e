// A form over a record that other windows may be changing as well: what was changed here, without any component.

/**
 * The fields a person changed, over the record as it is now. The other fields follow what other windows save, so that
 * saving never undoes somebody else's change.
 */
export function withChanges<V extends object>(base: Readonly<V>, changes: Partial<V>): V {
  return { ...base, ...changes };
}

/** The changes that make a difference; a field typed back to its old value makes none. */
export function realChanges<V extends object>(base: Readonly<V>, changes: Partial<V>): Partial<V> {
  const real = { ...changes };
  for (const field of Object.keys(real) as (keyof V)[]) {
    if (real[field] === undefined || real[field] === base[field]) delete real[field];
  }
  return real;
}

/**
 * The part of a body to be sent: only what differs from the record, as far as that can be read, so that nothing that
 * others save meanwhile is undone. null if nothing differs: another window was first, or an earlier attempt has arrived
 * after all.
 */
export function changedParts<B extends object>(body: B, record: Partial<B>): Partial<B> | null {
  const changes = realChanges<Partial<B>>(record, body);
  return Object.keys(changes).length === 0 ? null : changes;
}
