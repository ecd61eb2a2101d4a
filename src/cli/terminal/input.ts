// Validates command line input with the schemas of the HTTP API.

import { joined } from '../../../client/list.ts';
import { ApiError } from '../../jsonapi/errors.ts';
import type { Payload } from '../../jsonapi/payload.ts';
import { parseKnown } from '../../lib/json/exact-json.ts';
import { type Terminal, UsageError } from './command.ts';
import { inSentence } from './sentences.ts';

/** Validates the arguments of a command and reports all errors together. */
export const checkedInput = <Input>(payload: Payload<Input>, values: Readonly<Record<string, unknown>>): Input => {
  const attributes = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  try {
    return payload.check(attributes);
  } catch (error) {
    throw asUsage(error);
  }
};

/** Returns the result of `work`. Validation errors are rethrown as `UsageError`. */
export const refusalsAsUsage = async <Result>(work: Promise<Result>): Promise<Result> => {
  try {
    return await work;
  } catch (error) {
    throw asUsage(error);
  }
};

const asUsage = (error: unknown): unknown =>
  error instanceof ApiError && error.status === 422 ? new UsageError(...error.problems.map(inSentence)) : error;

/** Throws `UsageError` if required options are not set. The message contains their flags. */
export function requireOptions(options: Readonly<Record<string, string | undefined>>): void {
  const missing = Object.entries(options).flatMap(([flag, value]) => (value === undefined ? [flag] : []));
  if (missing.length === 0) return;
  throw new UsageError(`Set ${joined(missing)}.`);
}

/** Reads a JSON object from standard input. */
export const objectFromStdin = async (terminal: Terminal): Promise<Readonly<Record<string, unknown>>> => {
  const value = parsedJson(await terminal.input());
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError('Standard input must be a JSON object.');
  }
  return { ...value };
};

/** Parses JSON; undefined if the text is not valid JSON. */
export const parsedJson = (json: string): unknown => {
  try {
    return parseKnown(json);
  } catch {
    return undefined;
  }
};

/**
 * Reads a password from the first line of standard input. Passwords are not accepted as arguments, because all users of
 * the machine can see arguments.
 */
export const passwordFromStdin = async (terminal: Terminal): Promise<string> =>
  (await terminal.input()).split(/\r?\n/)[0] ?? '';
