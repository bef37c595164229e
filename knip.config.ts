// What `npm test -- unused` looks at: files, exports and packages that nothing uses.
import type { KnipConfig } from 'knip';
import testing from './tests/packages/package.json' with { type: 'json' };

const config: KnipConfig = {
  ignoreWorkspaces: ['tests/packages'],
  workspaces: {
    '.': {
      // They have a package.json of their own only so that `npm start` does not install them.
      ignoreDependencies: Object.keys(testing.devDependencies),
      entry: [
        // Not read as settings, which would build the web app once for each of Vite's modes, six times.
        'vite.config.ts',
        'src/web/app/main.tsx',
        // Declares what the page's code may not show; nothing imports it.
        'src/web/fine-type.d.ts',
        'src/web/ui/dialogs/scroll-area-left-out.ts',
        'src/web/service-worker/service-worker.ts',
        'src/server/tools/*.ts',
        'scripts/*.{ts,mjs}',
        'bench/*.ts',
        'bench/load/{slow-flush,*-process}.ts',
        'drills/*.ts',
        'tests/helpers/{clock,postgres}-process.ts',
      ],
      project: [
        'src/**/*.{ts,tsx}',
        'scripts/**/*.{ts,mjs}',
        'bench/**/*.ts',
        'organisation/**/*.ts',
        'drills/**/*.ts',
        'tests/**/*.ts',
        '*.config.{ts,js}',
      ],
      vite: { config: ['vite.server.config.ts'] },
      vitest: { config: 'vitest.config.ts' },
      playwright: { config: 'playwright.config.ts' },
      ignoreBinaries: ['buildah', 'debootstrap', 'soffice', 'oxlint', 'oxfmt'],
    },
  },
  ignoreExportsUsedInFile: { interface: true, type: true },
};

export default config;
