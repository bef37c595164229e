// Starts the server to be measured.
import { type ServerProcess, startServerProcess } from '../../tests/helpers/server-process.ts';

export const ACCOUNT = { email: 'admin@jurmana.local', password: 'only-for-measuring' };

/** @param environment further configuration */
export const startServer = (databaseUrl: string, environment: Record<string, string> = {}): Promise<ServerProcess> =>
  startServerProcess({
    databaseUrl,
    account: ACCOUNT,
    // The default of a deployment, so that logging costs the same.
    environment: { LOG_LEVEL: 'info', ...environment },
  });
