// Vitest global setup for tests on PostgreSQL: starts one server for all of them and sets TEST_POSTGRES_URL. If it is
// already set, that server is used.
import { startPostgres } from './postgres.ts';

export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['TEST_POSTGRES_URL'] !== undefined) return undefined;
  const server = await startPostgres();
  process.env['TEST_POSTGRES_URL'] = server.url;
  return async () => {
    delete process.env['TEST_POSTGRES_URL'];
    await server.stop();
  };
}
