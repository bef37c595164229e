// The health check for load balancers and scripts.
import { expect, test } from 'vitest';
import { startApp } from '../../helpers/app.ts';

test('answers 200 to anybody once requests can be served [OPS-11]', async () => {
  const app = await startApp();
  try {
    const answer = await app.nobody.fetch('/healthz');
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ status: 'ok' });
  } finally {
    await app.stop();
  }
});
