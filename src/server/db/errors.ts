// Which errors of the engines mean that the database is unavailable.
/** True for errors that mean "the database cannot serve now", as opposed to a mistake in a statement. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (/^SQLITE_(BUSY|LOCKED|FULL|READONLY|IOERR|CANTOPEN|PROTOCOL)/.test(code)) return true;
  if (NETWORK_CODES.test(code) || isStalePlan(error)) return true;
  // 08 connection, 28 and 3D000 the account or database does not exist (any more), 53 resources (disk full, too many
  // connections), 57 operator intervention (shutdown, timeout), 58 the disk, 55000 not accepting connections, 55P03
  // lock not available, 25006 read-only, 25P03 idle in transaction, 40P01 deadlock, 40001 serialization, 40003 outcome
  // of the commit unknown.
  if (/^(08|28|53|57|58)...$|^(3D000|55000|55P03|25006|25P03|40P01|40001|40003)$/.test(code)) return true;
  // Errors of the driver itself have no code.
  return /connection terminated|timeout exceeded when trying to connect|connection ended|connection error|query read timeout|connection timeout|connection has been discarded/i.test(
    error.message,
  );
}

/**
 * True for those unavailable only because others are served: a lock, a connection or the answer did not come in time.
 */
export function isBusy(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // 55P03 lock not available, 57014 the time limit of a statement, 40P01 deadlock, 40001 serialization.
  if (/^(SQLITE_(BUSY|LOCKED).*|55P03|57014|40P01|40001)$/.test(code)) return true;
  return error instanceof Error && POOL_TIMEOUT.test(error.message);
}

/** All connections of the pool were in use for that long. */
const POOL_TIMEOUT = /timeout exceeded when trying to connect/i;

/**
 * True for temporary errors only, not for a wrong password or name, nor for a file that cannot be opened or written.
 */
export function isTransient(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // A server with a socket file may not be up yet, whereas a missing certificate stays missing.
  const isMissingFile = code === 'ENOENT' && (error as NodeJS.ErrnoException).syscall !== 'connect';
  return (
    isUnavailable(error) && !isMissingFile && !/^(SQLITE_(FULL|READONLY|IOERR|CANTOPEN).*|28...|3D000)$/.test(code)
  );
}

const NETWORK_CODES =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|ENOENT)$/;

/**
 * A newer version has altered a table used by a statement that PostgreSQL has prepared. The connection must be dropped,
 * and the request can be retried.
 */
export const isStalePlan = (error: Error): boolean =>
  'code' in error && error.code === '0A000' && /cached plan/.test(error.message);
