// Vitest's global setup for tests on PostgreSQL: one server for all of them, its address in TEST_POSTGRES_URL.
//
// An address that is already set is left alone, so that several runs can share a server, or use one installed elsewhere.
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
