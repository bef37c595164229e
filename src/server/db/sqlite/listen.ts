// How a process learns of what others, such as `npm run admin-link`, commit to its SQLite file.
import type { SqliteFile } from './file.ts';

/** Reading the version takes microseconds. */
const LOOK_MS = 500;

/**
 * Calls back when another process has committed, with an empty notice because what it did is unknown. `file`: the
 * connection that writes, whose version its own commits do not change.
 */
export function listenSqlite(
  file: SqliteFile,
  callbacks: {
    onCommit: () => void;
    onError: (error: unknown) => void;
    onNotice: ((notice: string) => void) | undefined;
  },
): () => Promise<void> {
  const { onCommit, onError, onNotice } = callbacks;
  let seen: number | null = null;
  const look = (): void => {
    try {
      const version = file.versionOfOthers();
      const isNew = seen !== null && seen !== version;
      seen = version;
      if (!isNew) return;
      onCommit();
      onNotice?.('');
    } catch (error) {
      onError(error);
    }
  };
  look();
  const looking = setInterval(look, LOOK_MS);
  looking.unref();
  return async () => clearInterval(looking);
}
