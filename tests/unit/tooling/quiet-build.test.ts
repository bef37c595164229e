// Starting the app for the first time prints what it does, and nothing about how fast the bundler was.
import { expect, test } from 'vitest';
import server from '../../../vite.server.config.ts';
import web from '../../../vite.config.ts';

test('no build warns of its own timings', async () => {
  const page = await web({ command: 'serve', mode: 'development' });
  for (const options of [server.build?.rolldownOptions, page.build?.rolldownOptions, page.worker?.rolldownOptions])
    expect(options).toMatchObject({ checks: { bundlerTimings: false } });
});
