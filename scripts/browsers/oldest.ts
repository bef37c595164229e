// The oldest browsers that Jurmana is built for. What people here really hold: iPhones 8 and X end at iOS 16, Windows 7 at Chromium
// 109 and Firefox 115. vite.config.ts lowers syntax to them, check-browsers.ts looks for what they lack.
export const OLDEST_BROWSERS = { chrome: '109', firefox: '115', safari: '16.0' } as const;

/** As the build takes them. */
export const BUILD_TARGETS = Object.entries(OLDEST_BROWSERS).flatMap(([name, version]) =>
  name === 'safari' ? [`safari${version}`, `ios${version}`] : [`${name}${version}`],
);
