// Translates errors of PostgreSQL and of its connections into the service's own errors.
import pg from 'pg';
import { ConstraintViolation } from '../../lib/errors/constraint-violation.ts';
import { OutcomeUnknown, Overloaded, ReadOnly, Unavailable } from '../../lib/errors/unavailable.ts';
import { Repeatable } from '../database.ts';

const uniqueViolation = '23505';
const lockNotAvailable = '55P03';
const diskFull = '53100';
const completionUnknown = '40003';
/**
 * SQLSTATE of a statement that is sent after another statement of its transaction has failed. The service never sends
 * such a statement unless it has a bug.
 */
const failedTransaction = '25P02';
/**
 * SQLSTATE classes of temporary errors: insufficient resources (53), object not in the required state (55), operator
 * intervention (57).
 */
const transientClasses = new Set(['53', '55', '57']);
/**
 * SQLSTATEs with which the server closes a connection: shutdown, crash, start-up, or a transaction that is idle or runs
 * for too long.
 */
const endings = new Set(['57P01', '57P02', '57P03', '25P03', '25P04']);
const [connectionClass, conflictClass, constraintClass, transactionStateClass] = ['08', '40', '23', '25'];
/**
 * PostgreSQL functions in which a Citus coordinator detects a lost node. These errors have the SQLSTATE of an internal
 * error, so the function name identifies them.
 */
const nodeLost = new Set(['ReportResultError', 'MarkRemoteTransactionFailed']);
const internalError = 'XX000';

/** Thrown if a connection is broken or was closed by the server. Uncommitted changes are lost. */
export class ConnectionLost extends Repeatable {
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

/** Thrown if the server's disk is full. The server still answers reads, but refuses changes. */
export class DiskFull extends ReadOnly {}

/** Whether the error is specific to this server, so that another server might accept the statement. */
export const isOfServer = (error: unknown): boolean => error instanceof ReadOnly && !(error instanceof DiskFull);

const classOf = ({ code = '' }: pg.DatabaseError): string => code.slice(0, 2);

const isConflict = (error: pg.DatabaseError): boolean =>
  classOf(error) === conflictClass && error.code !== completionUnknown;

/**
 * Whether an error means that the connection is lost, or that a Citus coordinator has lost its connection to another
 * node.
 */
const isLost = (error: pg.DatabaseError): boolean =>
  endings.has(error.code ?? '') ||
  classOf(error) === connectionClass ||
  (error.code === internalError && nodeLost.has(error.routine ?? ''));

/** Whether an error is a timeout of the driver. The driver gives it no code, so its text is compared. */
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

/**
 * Quoted name in an error message. A Citus coordinator includes the constraint's name only in the message when it
 * reports an error of another node.
 */
const quotedName = /"([^"]+)"/;

const violationOf = (error: pg.DatabaseError): ConstraintViolation => {
  const [, quoted = 'unknown'] = quotedName.exec(error.message) ?? [];
  const { constraint = quoted } = error;
  const [, name = constraint, hash] = shardConstraint.exec(constraint) ?? [];
  return new ConstraintViolation(name, error, hash === undefined);
};

/** Translates an error response of the server. */
const translatedAnswer = (error: pg.DatabaseError): unknown => {
  const { code = '', message } = error;
  const options = { cause: error };
  if (code === uniqueViolation) return violationOf(error);
  if (code === lockNotAvailable) return new Overloaded(message, waitedForLock, options);
  if (code === diskFull) return new DiskFull('the disk of PostgreSQL is full', options);
  if (isLost(error)) return new ConnectionLost(error);
  if (isReadOnly(error)) return new ReadOnly(noChanges, options);
  if (isConflict(error)) return new Repeatable(message, options);
  return isTransient(error) ? new Unavailable(message, options) : error;
};

/** Whether the server itself reported the error, so that the transaction had no effect. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof pg.DatabaseError || (error instanceof Error && error.cause instanceof pg.DatabaseError);

export const translated = (error: unknown): unknown => {
  if (error instanceof ReadOnly) return error;
  if (error instanceof pg.DatabaseError) return translatedAnswer(error);
  // NOTE: if the server did not send the error, the connection is lost or a timeout has expired.
  return isTimeout(error) ? new ServerSilent(error) : new ConnectionLost(error);
};

/**
 * Translates the error of a commit. Unless the server has refused the commit, the changes may or may not have been
 * committed.
 */
export const translatedCommit = (error: unknown): unknown => {
  const isRefused = error instanceof pg.DatabaseError && (isConflict(error) || classOf(error) === constraintClass);
  return isRefused
    ? translated(error)
    : new OutcomeUnknown(
        'the connection to the database was lost during a commit, so it is unknown whether the change was made',
        { cause: error },
      );
};
