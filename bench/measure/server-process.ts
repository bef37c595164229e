// The server that is measured, and the account that measures.
import { readFileSync } from 'node:fs';
import { type ServerProcess, startServerProcess } from '../../tests/helpers/server-process.ts';

/** A kept database keeps this account. */
export const ACCOUNT = { email: 'admin@jurmana.local', password: 'only-for-measuring' };

/** How `npm start` bounds the memory of Node. */
const START_OPTIONS = (() => {
  const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    scripts: { start: string };
  };
  const [first = ''] = scripts.start.split('||');
  return (first.match(/--\S+/g) ?? []).join(' ');
})();

/** @param environment further configuration */
export const startServer = (databaseUrl: string, environment: Record<string, string> = {}): Promise<ServerProcess> =>
  startServerProcess({
    databaseUrl,
    account: ACCOUNT,
    // A deployment's own level: what is logged costs what it costs there.
    environment: { LOG_LEVEL: 'info', NODE_OPTIONS: START_OPTIONS, ...environment },
  });
