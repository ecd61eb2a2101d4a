// Translates errors of PostgreSQL and of its connections into the service's own errors.
import pg from 'pg';
import { ConstraintViolation } from '../../lib/errors/constraint-violation.ts';
import { OutcomeUnknown, Overloaded, ReadOnly, Unavailable } from '../../lib/errors/unavailable.ts';

const uniqueViolation = '23505';
const lockNotAvailable = '55P03';
const diskFull = '53100';
const completionUnknown = '40003';
/** SQLSTATE of a statement that follows a failed one, which is a bug in this program. */
const failedTransaction = '25P02';
/** SQLSTATE classes of errors that may pass: resources, locks, operator intervention. */
const transientClasses = new Set(['53', '55', '57']);
/**
 * SQLSTATEs with which the server ends a connection: shutdown, crash, startup, or a transaction that is idle or runs
 * for too long.
 */
const endings = new Set(['57P01', '57P02', '57P03', '25P03', '25P04']);
const [connectionClass, conflictClass, constraintClass, transactionStateClass] = ['08', '40', '23', '25'];
/**
 * Functions in which a Citus coordinator detects that a node is gone. The SQLSTATE of these errors is that of an
 * internal error.
 */
const nodeLost = new Set(['ReportResultError', 'MarkRemoteTransactionFailed']);
const internalError = 'XX000';

/** Thrown if a connection is broken or was ended by the server. Uncommitted changes are lost. */
export class ConnectionLost extends Unavailable {
  constructor(cause: unknown) {
    super('connection lost', { cause });
  }
}

/** Thrown if a connection that was used before is broken. A new connection may work. */
export class StaleConnection extends ConnectionLost {}

/** Thrown if the server did not answer in time. */
export class ServerSilent extends Unavailable {
  constructor(cause: unknown) {
    super('the database does not answer', { cause });
  }
}

/** Thrown if the server's disk is full: the server answers and does not accept changes. */
export class DiskFull extends ReadOnly {}

/** Whether another server might accept what this one refused. */
export const isOfServer = (error: unknown): boolean => error instanceof ReadOnly && !(error instanceof DiskFull);

/** Thrown if a transaction conflicted with another one and was rolled back. It can be restarted. */
export class Conflict extends Unavailable {}

const classOf = ({ code = '' }: pg.DatabaseError): string => code.slice(0, 2);

const isConflict = (error: pg.DatabaseError): boolean =>
  classOf(error) === conflictClass && error.code !== completionUnknown;

/** Whether the connection is lost, or the coordinator's connection to another node of a cluster. */
const isLost = (error: pg.DatabaseError): boolean =>
  endings.has(error.code ?? '') ||
  classOf(error) === connectionClass ||
  (error.code === internalError && nodeLost.has(error.routine ?? ''));

/** The driver's own timeouts can only be recognized by their text. */
export const isTimeout = (error: unknown): boolean => error instanceof Error && /timeout/i.test(error.message);

const isReadOnly = (error: pg.DatabaseError): boolean =>
  classOf(error) === transactionStateClass && error.code !== failedTransaction;

const isTransient = (error: pg.DatabaseError): boolean =>
  transientClasses.has(classOf(error)) || error.code === completionUnknown;

export const noChanges = 'the database does not accept changes at present';

const waitedForLock = 'Another change of the same record is in progress; try again shortly.';

/**
 * Constraint name of a Citus shard, which ends with the shard number. If the name would be too long, a hash replaces
 * its end.
 */
const shardConstraint = /^(.+?)(_[0-9a-f]{8})?_\d{6,}$/;

/** Name in an error message. The coordinator of a cluster reports errors of other nodes by their message only. */
const quotedName = /"([^"]+)"/;

const violationOf = (error: pg.DatabaseError): ConstraintViolation => {
  const [, quoted = 'unknown'] = quotedName.exec(error.message) ?? [];
  const { constraint = quoted } = error;
  const [, name = constraint, hash] = shardConstraint.exec(constraint) ?? [];
  return new ConstraintViolation(name, error, hash === undefined);
};

/** Translates an error that the server sent. */
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

/** Whether the server itself refused something, so that its transaction had no effect. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof pg.DatabaseError || (error instanceof Error && error.cause instanceof pg.DatabaseError);

export const translated = (error: unknown): unknown => {
  if (error instanceof ReadOnly) return error;
  if (error instanceof pg.DatabaseError) return translatedAnswer(error);
  // NOTE: an error that the server did not send means a lost connection or a timeout.
  return isTimeout(error) ? new ServerSilent(error) : new ConnectionLost(error);
};

/** Translates the error of a commit. Unless the server refused the commit, it is unknown whether it happened. */
export const translatedCommit = (error: unknown): unknown => {
  const isRefused = error instanceof pg.DatabaseError && (isConflict(error) || classOf(error) === constraintClass);
  return isRefused
    ? translated(error)
    : new OutcomeUnknown('the connection to the database was lost during a commit', { cause: error });
};
