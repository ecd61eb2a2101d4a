// Every failure as plain sentences and an exit status: the one place where errors meet the command line.

import {
  DatabaseLocked,
  DatabaseTooNew,
  DatabaseTooOld,
  ExtensionRefused,
  NotDistributable,
} from '../db/schema-errors.ts';
import { ConfigError } from '../environment.ts';
import { ApiError } from '../jsonapi/errors.ts';
import { DamagedFile, NotArchived } from '../lib/archive-errors.ts';
import { errorCode } from '../lib/error-code.ts';
import { RefusedBackup } from '../lib/refused-backup.ts';
import { StartRefused } from '../lib/start-refused.ts';
import { Unavailable } from '../lib/unavailable.ts';
import { CommandFailed, NotChecked, UsageError } from './command.ts';

/** What a failed command leaves behind. */
export interface Failure {
  readonly exitCode: 1 | 2;
  readonly sentences: readonly string[];
  /** For faults of ours alone: where it happened. */
  readonly stack?: string;
}

const failed = (...sentences: readonly string[]): Failure => ({ exitCode: 1, sentences });
const misused = (...sentences: readonly string[]): Failure => ({ exitCode: 2, sentences });

const member = (error: unknown, name: string): unknown => Reflect.get(Object(error), name);

/** The reason that lies deepest, such as the operating system's or the database server's own words. */
export const reasonOf = (error: unknown): string => {
  const [first]: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  const deeper = first ?? member(error, 'cause');
  if (deeper !== undefined) return reasonOf(deeper);
  return error instanceof Error ? error.message : String(error);
};

const place = (error: unknown): string => `${String(member(error, 'address'))}:${String(member(error, 'port'))}`;

/** What the operating system says of the address to listen on, and what to do about it. */
const listening: Readonly<Record<string, (error: unknown) => string>> = {
  EADDRINUSE: (error) =>
    `Port ${String(member(error, 'port'))} is already in use (${place(error)}): stop the program that has it, or set REEVE_PORT to another one.`,
  EACCES: (error) =>
    `This account may not listen on port ${String(member(error, 'port'))}: set REEVE_PORT to one from 1024 on.`,
  EADDRNOTAVAIL: (error) =>
    `This machine has no address ${String(member(error, 'address'))} to listen on: set REEVE_HOST to one that it has.`,
  ENOTFOUND: (error) =>
    `This machine knows no address ${String(member(error, 'hostname'))} to listen on: set REEVE_HOST to one that it has.`,
};

const listeningFailure = (error: unknown): Failure | undefined => {
  const isListening = ['listen', 'getaddrinfo'].includes(String(member(error, 'syscall')));
  const describe = isListening ? listening[errorCode(error)] : undefined;
  return describe && failed(describe(error));
};

/** Errors whose message is one plain sentence that says what to do. */
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

/** The types of JSON in the words of people who type values. */
const typeWords: Readonly<Record<string, string>> = {
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  string: 'a text',
  array: 'a list',
  object: 'an object',
};

/** The text of a problem of the API, which may have no full stop, as a sentence of the command line. */
export const asSentence = (detail: string): string => {
  const text = detail.replaceAll(/\ba JSON ([a-z]+)/g, (words, type: string) => typeWords[type] ?? words);
  return text.endsWith('.') ? text : `${text}.`;
};

const refusal = ({ problems }: ApiError): Failure =>
  failed(...(problems.length > 0 ? problems.map(({ detail }) => asSentence(detail)) : ['There is no such thing.']));

const knownFailure = (error: Error): Failure | undefined => {
  if (error instanceof ConfigError || error instanceof UsageError || error instanceof NotChecked) {
    return misused(...error.problems);
  }
  if (error instanceof CommandFailed) return failed(...error.problems);
  if (error instanceof ApiError) return refusal(error);
  if (error instanceof Unavailable) {
    return failed(
      `The database does not answer (${reasonOf(error)}): see that it runs, and that REEVE_DATABASE_URL, where set, is right.`,
    );
  }
  return plainErrors.some((kind) => error instanceof kind) ? failed(error.message) : undefined;
};

const sqliteFailure = (error: unknown): Failure | undefined =>
  errorCode(error) === 'ERR_SQLITE_ERROR'
    ? failed(`The embedded database cannot be used (${reasonOf(error)}); "reeve doctor" says more.`)
    : undefined;

/** Where an error happened, without its message. */
const placesIn = ({ stack = '' }: Error): string => stack.slice(Math.max(stack.search(/^ +at /m), 0)).trimEnd();

/** An error in plain sentences; with a stack only where nobody foresaw it. */
export const failureOf = (error: unknown): Failure => {
  if (!(error instanceof Error)) return failed(String(error));
  const known = knownFailure(error) ?? listeningFailure(error) ?? sqliteFailure(error);
  if (known !== undefined) return known;
  return { exitCode: 1, sentences: [`Reeve failed: ${reasonOf(error)}`], stack: placesIn(error) };
};
