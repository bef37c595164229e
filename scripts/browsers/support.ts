// Whether the oldest browsers support a feature, according to MDN's browser-compat-data.
import { createRequire } from 'node:module';
import type { Identifier, SimpleSupportStatement, SupportStatement } from '@mdn/browser-compat-data';
import { OLDEST_BROWSERS } from './oldest.ts';

/** Not imported: Vitest would make a script of it, and compiling one of 20 MB takes seconds. */
const bcd = createRequire(import.meta.url)('@mdn/browser-compat-data') as Place;

const { chrome, firefox, safari } = OLDEST_BROWSERS;
/** By the names in the data. Edge, Samsung Internet and Opera support what their Chromium does. */
const BROWSERS = {
  chrome,
  chrome_android: chrome,
  firefox,
  firefox_android: firefox,
  safari,
  safari_ios: safari,
} as const;

export type Place = Identifier | undefined;

/** The feature at this path, e.g. `css.properties.inset`. */
export function featureAt(...path: readonly string[]): Place {
  let place = bcd;
  for (const name of path) {
    if (place === undefined || !Object.hasOwn(place, name)) return undefined;
    place = place[name];
  }
  return place;
}

/** Something that one of the oldest browsers lacks: an object of the language or the browser, or a member of one. */
export interface Lacked {
  owner: string;
  /** null for the owner itself */
  name: string | null;
  /** whether it belongs to the class or to its instances; unknown for the language's own objects */
  of: 'class' | 'instance' | 'either';
}

export function lackedMembers(): Lacked[] {
  const groups = [['javascript', 'builtins'], ['javascript', 'builtins', 'Intl'], ['api']];
  return groups.flatMap((group) =>
    namesAt(...group).flatMap((owner): Lacked[] => {
      if (lacking(featureAt(...group, owner)).length > 0) return [{ owner, name: null, of: 'either' }];
      const lacked = namesAt(...group, owner).filter((name) => lacking(featureAt(...group, owner, name)).length > 0);
      return lacked.map((name) => {
        const of = group[0] !== 'api' ? 'either' : name.endsWith('_static') ? 'class' : 'instance';
        return { owner, name: name.replace(/_static$/, ''), of };
      });
    }),
  );
}

/** Names of the entries below this path. */
export const namesAt = (...path: readonly string[]): string[] =>
  Object.keys(featureAt(...path) ?? {}).filter((name) => name !== '__compat');

function isAtMost(version: string, oldest: string): boolean {
  const [major = 0, minor = 0] = version.replace('≤', '').split('.').map(Number);
  const [oldMajor = 0, oldMinor = 0] = oldest.split('.').map(Number);
  return major < oldMajor || (major === oldMajor && minor <= oldMinor);
}

function isFull(statement: SimpleSupportStatement, oldest: string, prefix: string): boolean {
  const { version_added: added, version_removed: removed, flags, alternative_name: otherName } = statement;
  if ((statement.prefix ?? '') !== prefix || flags !== undefined || otherName !== undefined) return false;
  if (typeof added !== 'string' || !isAtMost(added, oldest)) return false;
  return typeof removed !== 'string' || !isAtMost(removed, oldest);
}

// The data uses this name.
// oxlint-disable-next-line eslint/no-underscore-dangle
const supportOf = (place: Place) => place?.__compat?.support;

/** Whether the data says anything about it. */
export const isKnown = (place: Place): boolean => supportOf(place) !== undefined;

/** The oldest browsers that lack it under its name, or under a prefix of those given. */
export function lacking(place: Place, prefixes: readonly string[] = []): string[] {
  const support = supportOf(place);
  if (support === undefined) return [];
  return Object.entries(BROWSERS)
    .filter(([browser, oldest]) => {
      const found: SupportStatement | undefined = support[browser as keyof typeof BROWSERS];
      // The data does not say.
      if (found === undefined) return false;
      const statements = Array.isArray(found) ? found : [found];
      return !statements.some((one) => ['', ...prefixes].some((prefix) => isFull(one, oldest, prefix)));
    })
    .map(([browser, oldest]) => `${browser} ${oldest}`);
}
