// The server that is measured, and the account that measures.
import { type ServerProcess, startServerProcess } from '../../tests/helpers/server-process.ts';

/** A kept database keeps this account. */
export const ACCOUNT = { email: 'admin@jurmana.local', password: 'only-for-measuring' };

/** @param environment further configuration */
export const startServer = (databaseUrl: string, environment: Record<string, string> = {}): Promise<ServerProcess> =>
  startServerProcess({
    databaseUrl,
    account: ACCOUNT,
    // A deployment's own level: what is logged costs what it costs there.
    environment: { LOG_LEVEL: 'info', ...environment },
  });
