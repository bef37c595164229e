// The health check for load balancers and scripts.
import { expect, test } from 'vitest';
import packageFile from '../../../package.json' with { type: 'json' };
import { startApp } from '../../helpers/app.ts';

test('answers 200 and the version to anybody once requests can be served [OPS-11, OPS-14]', async () => {
  const app = await startApp();
  try {
    const answer = await app.nobody.fetch('/healthz');
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ status: 'ok', version: packageFile.version });
  } finally {
    await app.stop();
  }
});
