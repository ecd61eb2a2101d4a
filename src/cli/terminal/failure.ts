// Converts the error of a failed command into messages and an exit status. All such conversions are in this file.

import { ApiFailure } from '../../../client/failure.ts';
import { deepestOf, reasonOf } from '../../../client/reason.ts';
import {
  DatabaseLocked,
  DatabaseTooNew,
  DatabaseTooOld,
  ExtensionRefused,
  NotDistributable,
} from '../../db/schema/errors.ts';
import { ConfigError } from '../../environment.ts';
import { ApiError } from '../../jsonapi/errors.ts';
import { DamagedFile, NotArchived } from '../../lib/errors/archive-errors.ts';
import { errorCode } from '../../lib/errors/error-code.ts';
import { RefusedBackup } from '../../lib/errors/refused-backup.ts';
import { StartRefused } from '../../lib/errors/start-refused.ts';
import {
  certificateReason,
  isCertificateError,
  isOfOtherName,
  offersNoEncryption,
} from '../../lib/errors/tls-errors.ts';
import { Unavailable } from '../../lib/errors/unavailable.ts';
import { problemsOf } from '../client/service-failure.ts';
import { CommandFailed, type CommandProblem, NotChecked, problemOf, StartFailed, UsageError } from './command.ts';
import { inSentence } from './sentences.ts';

/** Messages and exit status of a failed command. */
export interface Failure {
  readonly exitCode: 1 | 2;
  readonly problems: readonly CommandProblem[];
  /** Stack trace; set only for unexpected errors. */
  readonly stack?: string;
}

type Problems = readonly (string | CommandProblem)[];

const failed = (...problems: Problems): Failure => ({ exitCode: 1, problems: problems.map(problemOf) });
const misused = (...problems: Problems): Failure => ({ exitCode: 2, problems: problems.map(problemOf) });

const member = (error: unknown, name: string): unknown => Reflect.get(Object(error), name);

const place = (error: unknown): string => `${String(member(error, 'address'))}:${String(member(error, 'port'))}`;

/**
 * Messages with advice by error code, for errors that occur when the service starts to listen on its configured
 * address.
 */
const listening: Readonly<Record<string, (error: unknown) => string>> = {
  EADDRINUSE: (error) =>
    `Port ${String(member(error, 'port'))} is already in use (${place(error)}): stop the program that uses it, or set TIPSTAFF_PORT to another port.`,
  EACCES: (error) =>
    `The operating system account that runs Tipstaff is not permitted to listen on port ${String(member(error, 'port'))}: set TIPSTAFF_PORT to a port of 1024 or higher.`,
  EADDRNOTAVAIL: (error) =>
    `This machine does not have the address ${String(member(error, 'address'))}: set TIPSTAFF_HOST to one of its addresses.`,
  ENOTFOUND: (error) =>
    `This machine cannot resolve the address ${String(member(error, 'hostname'))}: set TIPSTAFF_HOST to one of its addresses.`,
};

const listeningFailure = (error: unknown): Failure | undefined => {
  const isListening = ['listen', 'getaddrinfo'].includes(String(member(error, 'syscall')));
  const describe = isListening ? listening[errorCode(error)] : undefined;
  return describe && failed(describe(error));
};

/** Error classes whose messages are already plain sentences with advice. */
const plainErrors = [
  DamagedFile,
  NotArchived,
  StartRefused,
  DatabaseLocked,
  DatabaseTooNew,
  NotDistributable,
  DatabaseTooOld,
  ExtensionRefused,
  RefusedBackup,
];

const refusal = ({ problems }: ApiError): Failure =>
  problems.length > 0
    ? failed(...problems.map(inSentence))
    : failed({ code: 'not-found', detail: 'There is no such record.' });

const noRight = (error: unknown): string =>
  `PostgreSQL does not let this role create tables (${reasonOf(error)}): grant the role "create" on the schema, or make the role the owner of the database.`;

const wrongLogin = (error: unknown): string =>
  `PostgreSQL refuses this role or its password (${reasonOf(error)}): correct TIPSTAFF_DATABASE_URL, or the file of TIPSTAFF_DATABASE_PASSWORD_FILE.`;

/** Messages with advice by PostgreSQL error code. */
const ofPostgres: Readonly<Record<string, (error: unknown) => string | undefined>> = {
  // 42501 means insufficient privilege. 3F000 means that the role may use no schema.
  42501: noRight,
  '3F000': noRight,
  '28P01': wrongLogin,
  28000: (error) =>
    reasonOf(error).includes('pg_hba.conf')
      ? `PostgreSQL rejects this connection (${reasonOf(error)}): add an entry to pg_hba.conf, or change sslmode in TIPSTAFF_DATABASE_URL.`
      : wrongLogin(error),
  '3D000': (error) =>
    `PostgreSQL has no such database (${reasonOf(error)}): create it with createdb, or correct its name in TIPSTAFF_DATABASE_URL.`,
  '55P03': () =>
    'Another program has locked tables of the database, such as a restore or a migration: start again when it has ended.',
  // PgBouncer uses this error code for every message that it does not understand.
  '08P01': (error) =>
    reasonOf(error).startsWith('unsupported startup parameter')
      ? `PgBouncer rejects Tipstaff's connections (${reasonOf(error)}): set TIPSTAFF_DATABASE_POOLER=pgbouncer.`
      : undefined,
};

/** Message with advice for a TLS error on the connection to PostgreSQL; undefined for other errors. */
const untrusted = (error: unknown): string | undefined => {
  const deepest = deepestOf(error);
  if (offersNoEncryption(deepest))
    return 'PostgreSQL offers no encryption: set ssl = on in PostgreSQL, or add sslmode=disable to TIPSTAFF_DATABASE_URL.';
  if (isOfOtherName(deepest))
    return `The certificate of PostgreSQL is for another name (${reasonOf(error)}): use that name in TIPSTAFF_DATABASE_URL, or add sslmode=verify-ca to TIPSTAFF_DATABASE_URL.`;
  return deepest instanceof Error && isCertificateError(deepest)
    ? `The certificate of PostgreSQL cannot be verified (${certificateReason(deepest)}): name the file of its CA with sslrootcert in TIPSTAFF_DATABASE_URL, or renew the certificate if it has expired.`
    : undefined;
};

/** Message for a PostgreSQL or PgBouncer error that the operator can fix; undefined for other errors. */
export const postgresRefusal = (error: unknown): string | undefined =>
  ofPostgres[errorCode(deepestOf(error))]?.(error) ?? untrusted(error);

/** Converts a database error; undefined for other errors. */
const databaseFailure = (error: unknown): Failure | undefined => {
  if (errorCode(deepestOf(error)) === 'ERR_SQLITE_ERROR')
    return failed(`The embedded database cannot be used (${reasonOf(error)}); run "tipstaff doctor" for details.`);
  const refused = postgresRefusal(error);
  if (refused !== undefined) return failed(refused);
  // If the failed system call is `open`, a file that the connection URL names could not be opened. This is not a server
  // error.
  if (!(error instanceof Unavailable) || member(deepestOf(error), 'syscall') === 'open') return undefined;
  return failed(
    `The database does not answer (${reasonOf(error)}): check that it runs, and that TIPSTAFF_DATABASE_URL, if set, is correct.`,
  );
};

const knownFailure = (error: Error): Failure | undefined => {
  if (error instanceof ConfigError) return misused(...error.problems);
  if (error instanceof UsageError || error instanceof NotChecked || error instanceof StartFailed)
    return misused(...error.problems);
  if (error instanceof CommandFailed) return failed(...error.problems);
  if (error instanceof ApiError) return refusal(error);
  if (error instanceof ApiFailure) return misused(...problemsOf(error));
  return plainErrors.some((kind) => error instanceof kind) ? failed(error.message) : undefined;
};

const pathIn = (error: unknown): string | undefined => {
  const path = member(error, 'path');
  return typeof path === 'string' ? path : undefined;
};

const notAllowed = (path = 'a file'): string =>
  `The operating system account that runs Tipstaff has no permission to use ${path}: grant the permission, or use another path.`;

/** Messages with advice by file system error code. */
const ofSystem: Readonly<Record<string, (path: string | undefined) => string>> = {
  ENOSPC: (path) => `The disk${path === undefined ? '' : ` with ${path}`} is full: free some space, and start again.`,
  EDQUOT: (path) =>
    `The operating system account that runs Tipstaff has used up its quota on the disk${path === undefined ? '' : ` with ${path}`}: free some space, and start again.`,
  EACCES: notAllowed,
  EPERM: notAllowed,
  EROFS: (path = 'a file') => `The disk with ${path} is read-only: mount it for writing, or use another path.`,
  EISDIR: (path = 'The path') => `${path} is a folder: name a file.`,
  ENOTDIR: (path = 'the path') => `A part of ${path} is not a folder: use another path.`,
  ENOENT: (path = 'A file') => `${path} does not exist: correct its path, or create it.`,
  EMFILE: () =>
    'Too many files are open: raise the limit of open files (ulimit -n) for the account that runs Tipstaff, and start again.',
};

const systemFailure = (error: unknown): Failure | undefined => {
  const deepest = deepestOf(error);
  const describe = ofSystem[errorCode(deepest)];
  return describe && failed(describe(pathIn(deepest)));
};

/** Returns the stack trace of an error without the error message. */
const placesIn = ({ stack = '' }: Error): string => stack.slice(Math.max(stack.search(/^ +at /m), 0)).trimEnd();

/** Converts an error into messages and an exit status. Only unexpected errors have a stack trace. */
export const failureOf = (error: unknown): Failure => {
  if (!(error instanceof Error)) return failed(String(error));
  const known = knownFailure(error) ?? listeningFailure(error) ?? databaseFailure(error) ?? systemFailure(error);
  if (known !== undefined) return known;
  return { ...failed(`Tipstaff failed: ${reasonOf(error)}`), stack: placesIn(error) };
};

/** Error classes for failed starts that a restart does not fix. */
const lastingErrors = plainErrors.filter((kind) => kind !== DatabaseLocked);

/**
 * Codes of errors that a restart does not fix: file system errors, and PostgreSQL errors about privileges, schemas,
 * databases, roles and connection poolers.
 */
const lastingCodes = new Set([
  ...['EACCES', 'EPERM', 'EROFS', 'EISDIR', 'ENOTDIR', 'ENOENT'],
  ...['42501', '3F000', '3D000', '28000', '28P01', '08P01'],
]);

/**
 * Primary SQLite result codes of errors that a restart does not fix: 8 (read-only), 11 (corrupt), 14 (cannot open) and
 * 26 (not a database).
 */
const lastingResults = new Set([8, 11, 14, 26]);

/**
 * Whether restarting the service would not help, for example because files, keys or roles are invalid or because the
 * database has another version. False for errors that may disappear without a change: an unreachable server, a full
 * disk, a port in use, or a wrong password from a file, which may soon be replaced.
 */
export function isLasting(error: unknown, hasPasswordFile: boolean): boolean {
  const deepest = deepestOf(error);
  const [code, syscall] = [errorCode(deepest), member(deepest, 'syscall')];
  if (lastingErrors.some((kind) => error instanceof kind)) return true;
  if (code === 'ERR_SQLITE_ERROR') return lastingResults.has(Number(member(deepest, 'errcode')) & 0xff);
  // A missing socket file only means that the database server is not running yet.
  if (syscall === 'connect' || (code === '28P01' && hasPasswordFile)) return false;
  return lastingCodes.has(code);
}
