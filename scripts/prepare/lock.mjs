// The shape of package-lock.json, and the optional packages that it refers to but has no entry for.

/**
 * @typedef {{
 *   version?: string, integrity?: string, link?: boolean, dev?: boolean, optional?: boolean, devOptional?: boolean,
 *   os?: string | string[], cpu?: string | string[], libc?: string | string[], optionalDependencies?: Record<string, string>,
 * }} LockedPackage
 * @typedef {{ packages: Record<string, LockedPackage> }} Lock
 */

/** As package names spell them. */
const processors = ['arm64', 'x64', 'ia32', 'arm', 'ppc64', 'riscv64', 's390x', 'loong64', 'wasm32'];
const systems = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'openharmony',
  'win32',
  'windows',
  'win',
  'sunos',
  'aix',
  'netbsd',
  'openbsd',
];

/**
 * The platform of a package, from a name such as `@oxlint/binding-linux-arm-musleabihf`.
 * @param {string} name
 * @returns {{ os?: string[], cpu?: string[], libc?: string[] }}
 */
function platformOf(name) {
  const words = name.slice(name.lastIndexOf('/') + 1).split(/[-.]/);
  const os = systems.find((system) => words.includes(system));
  const cpu = processors.find((processor) => words.includes(processor));
  const libc = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.some((word) => word.startsWith('gnu')) && os === 'linux'
      ? 'glibc'
      : undefined;
  return {
    ...(os === undefined ? {} : { os: [os.startsWith('win') ? 'win32' : os] }),
    ...(cpu === undefined ? {} : { cpu: [cpu] }),
    ...(libc === undefined ? {} : { libc: [libc] }),
  };
}

/**
 * The missing entries: optional dependencies of locked packages, by exact version.
 * @param {Lock} lock
 * @returns {Record<string, LockedPackage>}
 */
export function missingOptionals(lock) {
  /** @type {Record<string, LockedPackage>} */
  const missing = {};
  for (const [path, locked] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(locked.optionalDependencies ?? {})) {
      const nested = `${path}/node_modules/${name}`;
      const top = `node_modules/${name}`;
      if (nested in lock.packages || top in lock.packages || !/^\d+\.\d+\.\d+/.test(version)) continue;
      missing[top] = { version, ...(locked.dev === true ? { dev: true } : {}), optional: true, ...platformOf(name) };
    }
  }
  return missing;
}

/**
 * Not the project itself, nor a workspace or the link to it.
 * @param {string} path
 * @param {LockedPackage} locked
 */
export const isFromRegistry = (path, locked) => path.includes('node_modules/') && locked.link !== true;

/**
 * The entries without a checksum: npm would install whatever the registry returns for them.
 * @param {Lock} lock
 */
export function withoutIntegrity(lock) {
  return Object.entries(lock.packages)
    .filter(([path, locked]) => isFromRegistry(path, locked) && locked.integrity === undefined)
    .map(([path, locked]) => ({ path, name: path.slice(path.lastIndexOf('node_modules/') + 13), locked }));
}
