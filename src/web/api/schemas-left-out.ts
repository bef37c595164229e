// Takes the place of zod in the browser's build (vite.config.ts). The page reads an operation's method and path from
// the contract and leaves checking to the server, so the library behind the schemas need not be fetched: it would be
// a fifth of what the login screen loads. Building a schema does nothing; using one throws.

const USES: ReadonlySet<PropertyKey> = new Set([
  'parse',
  'safeParse',
  'parseAsync',
  'safeParseAsync',
  'shape',
  'options',
]);

const schema: object = new Proxy(() => undefined, {
  get(_, name) {
    if (USES.has(name)) throw new Error(`Schemas of the contract are not part of the page (${String(name)}).`);
    return schema;
  },
  apply: () => schema,
});

export const z = schema;
