// The oldest browsers that Jurmana is built for. People here still use iPhones 8 and X, which end at iOS 16, and
// Windows 7, which ends at Chromium 109 and Firefox 115. vite.config.ts lowers syntax to these browsers;
// check-browsers.ts finds what they lack.
export const OLDEST_BROWSERS = { chrome: '109', firefox: '115', safari: '16.0' } as const;

/** In the format of the build's configuration. */
export const BUILD_TARGETS = Object.entries(OLDEST_BROWSERS).flatMap(([name, version]) =>
  name === 'safari' ? [`safari${version}`, `ios${version}`] : [`${name}${version}`],
);
