// Translation of what PostgreSQL, and the way to it, throw into the service's own errors.
import pg from 'pg';
import { ConstraintViolation } from '../../lib/errors/constraint-violation.ts';
import { OutcomeUnknown, Overloaded, ReadOnly, Unavailable } from '../../lib/errors/unavailable.ts';

const uniqueViolation = '23505';
const lockNotAvailable = '55P03';
const diskFull = '53100';
const completionUnknown = '40003';
/** A statement after one that failed, which is a fault of ours. */
const failedTransaction = '25P02';
/** Classes of SQLSTATE for what may pass: resources, locks, operator's intervention. */
const transientClasses = new Set(['53', '55', '57']);
/** The server ends the connection: shutdown, crash, not yet started, a transaction that is idle or under way for too long. */
const endings = new Set(['57P01', '57P02', '57P03', '25P03', '25P04']);
const [connectionClass, conflictClass, constraintClass, transactionStateClass] = ['08', '40', '23', '25'];
/**
 * Routines in which the coordinator of a Citus cluster notices, with the code of an internal error, that a node has gone away.
 */
const nodeLost = new Set(['ReportResultError', 'MarkRemoteTransactionFailed']);
const internalError = 'XX000';

/** The connection is broken, or the server has ended it: what was not committed has not happened. */
export class ConnectionLost extends Unavailable {
  constructor(cause: unknown) {
    super('connection lost', { cause });
  }
}

/** A connection broke that had been used before: another one may be as good as ever. */
export class StaleConnection extends ConnectionLost {}

/** The server did not answer in time. */
export class ServerSilent extends Unavailable {
  constructor(cause: unknown) {
    super('the database does not answer', { cause });
  }
}

/** The disk of the server is full: it answers, and takes no changes. */
export class DiskFull extends ReadOnly {}

/** True if another server may take what this one does not. */
export const isOfServer = (error: unknown): boolean => error instanceof ReadOnly && !(error instanceof DiskFull);

/** The transaction met another one, and was rolled back: it can begin again. */
export class Conflict extends Unavailable {}

const classOf = ({ code = '' }: pg.DatabaseError): string => code.slice(0, 2);

const isConflict = (error: pg.DatabaseError): boolean =>
  classOf(error) === conflictClass && error.code !== completionUnknown;

/** The connection, or that of the coordinator of a cluster to another node. */
const isLost = (error: pg.DatabaseError): boolean =>
  endings.has(error.code ?? '') ||
  classOf(error) === connectionClass ||
  (error.code === internalError && nodeLost.has(error.routine ?? ''));

/** The driver tells its own timeouts only by their text. */
export const isTimeout = (error: unknown): boolean => error instanceof Error && /timeout/i.test(error.message);

const isReadOnly = (error: pg.DatabaseError): boolean =>
  classOf(error) === transactionStateClass && error.code !== failedTransaction;

const isTransient = (error: pg.DatabaseError): boolean =>
  transientClasses.has(classOf(error)) || error.code === completionUnknown;

/** Of a server. */
export const noChanges = 'the database takes no changes at present';

const waitedForLock = 'Another change of the same record is under way; try again shortly.';

/**
 * Of a shard of a Citus cluster, whose number follows the name; where both together are too long, a hash takes the place of
 * the end of the name.
 */
const shardConstraint = /^(.+?)(_[0-9a-f]{8})?_\d{6,}$/;

/** Name in a message: what another node of a cluster refused, the coordinator reports by the message alone. */
const quotedName = /"([^"]+)"/;

const violationOf = (error: pg.DatabaseError): ConstraintViolation => {
  const [, quoted = 'unknown'] = quotedName.exec(error.message) ?? [];
  const { constraint = quoted } = error;
  const [, name = constraint, hash] = shardConstraint.exec(constraint) ?? [];
  return new ConstraintViolation(name, error, hash === undefined);
};

/** The server's own answer. */
const translatedAnswer = (error: pg.DatabaseError): unknown => {
  const { code = '', message } = error;
  const options = { cause: error };
  if (code === uniqueViolation) return violationOf(error);
  if (code === lockNotAvailable) return new Overloaded(message, waitedForLock, options);
  if (code === diskFull) return new DiskFull('the disk of PostgreSQL is full', options);
  if (isLost(error)) return new ConnectionLost(error);
  if (isReadOnly(error)) return new ReadOnly(noChanges, options);
  if (isConflict(error)) return new Conflict(message, options);
  return isTransient(error) ? new Unavailable(message, options) : error;
};

/** True if the server itself refused something, so that its transaction has not happened. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof pg.DatabaseError || (error instanceof Error && error.cause instanceof pg.DatabaseError);

export const translated = (error: unknown): unknown => {
  if (error instanceof ReadOnly) return error;
  if (error instanceof pg.DatabaseError) return translatedAnswer(error);
  // NOTE: what is not the server's own answer is a broken or missing connection, or a silent one.
  return isTimeout(error) ? new ServerSilent(error) : new ConnectionLost(error);
};

/** Error of a failed commit. Unless the server refused it, nobody knows whether it happened. */
export const translatedCommit = (error: unknown): unknown => {
  const isRefused = error instanceof pg.DatabaseError && (isConflict(error) || classOf(error) === constraintClass);
  return isRefused
    ? translated(error)
    : new OutcomeUnknown('the database went away in the middle of a commit', { cause: error });
};
