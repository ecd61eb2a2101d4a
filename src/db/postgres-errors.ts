// What PostgreSQL, and the way to it, throw, in the service's own errors.
import pg from 'pg';
import { ConstraintViolation } from '../lib/constraint-violation.ts';
import { Busy, OutcomeUnknown, Unavailable } from '../lib/unavailable.ts';

const uniqueViolation = '23505';
const lockNotAvailable = '55P03';
const completionUnknown = '40003';
/** Classes of SQLSTATE for what may pass: connection, resources, locks, operator's intervention. */
const transientClasses = new Set(['08', '53', '55', '57']);
/** The server ends the connection: shutdown, crash, not yet started. */
const endings = new Set(['57P01', '57P02', '57P03']);
const [conflictClass, constraintClass] = ['40', '23'];

/** The connection is broken, or the server has ended it: what was not committed has not happened. */
export class ConnectionLost extends Unavailable {
  constructor(cause: unknown) {
    super('connection lost', { cause });
  }
}

/** The server did not answer in time. */
export class ServerSilent extends Unavailable {
  constructor(cause: unknown) {
    super('the database does not answer', { cause });
  }
}

/** The transaction met another one, and was rolled back: it can begin again. */
export class Conflict extends Unavailable {}

const classOf = ({ code = '' }: pg.DatabaseError): string => code.slice(0, 2);

const isConflict = (error: pg.DatabaseError): boolean =>
  classOf(error) === conflictClass && error.code !== completionUnknown;

/** The driver tells its own timeouts only by their text. */
const isTimeout = (error: unknown): boolean => error instanceof Error && /timeout/i.test(error.message);

export const translated = (error: unknown): unknown => {
  // NOTE: what is not the server's own answer is a broken or missing connection, or a silent one.
  if (!(error instanceof pg.DatabaseError))
    return isTimeout(error) ? new ServerSilent(error) : new ConnectionLost(error);
  const { code = '', message } = error;
  if (code === uniqueViolation) return new ConstraintViolation(error.constraint ?? 'unknown', error);
  if (code === lockNotAvailable)
    return new Busy(message, 'Another change of the same record is under way; try again shortly.');
  if (endings.has(code)) return new ConnectionLost(error);
  if (isConflict(error)) return new Conflict(message, { cause: error });
  const isTransient = transientClasses.has(classOf(error)) || code === completionUnknown;
  return isTransient ? new Unavailable(message, { cause: error }) : error;
};

/** What failed a commit. Unless the server refused it, nobody knows whether it happened. */
export const translatedCommit = (error: unknown): unknown => {
  const isRefused = error instanceof pg.DatabaseError && (isConflict(error) || classOf(error) === constraintClass);
  return isRefused
    ? translated(error)
    : new OutcomeUnknown('the database went away in the middle of a commit', { cause: error });
};
