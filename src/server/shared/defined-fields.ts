/** The fields with a value, which a PATCH changes. Every column must be named: omitting one is a compile error. */
export function definedFields<C extends object>(columns: { [K in keyof C]: C[K] | undefined }): Partial<C> {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Partial<C>;
}
