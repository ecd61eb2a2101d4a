// Logs database statements: slow ones as warnings, and at the level `trace` all statements.
import type { Database } from '../../db/database.ts';
import { withStatementLog } from '../../db/statement-log.ts';
import { presentRequest } from './present-request.ts';

interface StatementLog {
  isLevelEnabled(level: 'trace'): boolean;
  trace(details: object, message: string): void;
  warn(details: object, message: string): void;
}

/**
 * Wraps a database and logs its statements. A statement that takes at least `slowMilliseconds` is slow. With 0, no
 * warnings are logged.
 */
export function withLoggedStatements(database: Database, log: StatementLog, slowMilliseconds: number): Database {
  const isTraced = log.isLevelEnabled('trace');
  if (!isTraced && slowMilliseconds === 0) return database;
  return withStatementLog(database, ({ sql, milliseconds, rows }) => {
    const isSlow = slowMilliseconds > 0 && milliseconds >= slowMilliseconds;
    if (!isSlow && !isTraced) return;
    const details = { sql: sql(), milliseconds: Math.round(milliseconds * 100) / 100, rows };
    if (isSlow) log.warn({ request: presentRequest(), ...details }, 'a database statement was slow');
    else log.trace(details, 'a database statement was executed');
  });
}
