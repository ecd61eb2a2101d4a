// Input of the command line, checked against the schemas that HTTP uses.

import { ApiError } from '../../jsonapi/errors.ts';
import type { Payload } from '../../jsonapi/payload.ts';
import { parseKnown } from '../../lib/json/exact-json.ts';
import { type Terminal, UsageError } from './command.ts';
import { inSentence } from './sentences.ts';

/** Checks what a command was called with; tells every broken rule at once. */
export const checkedInput = <Input>(payload: Payload<Input>, values: Readonly<Record<string, unknown>>): Input => {
  const attributes = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  try {
    return payload.check(attributes);
  } catch (error) {
    throw asUsage(error);
  }
};

/** Result of `work`; throws what the rules refuse of arguments as wrong usage. */
export const refusalsAsUsage = async <Result>(work: Promise<Result>): Promise<Result> => {
  try {
    return await work;
  } catch (error) {
    throw asUsage(error);
  }
};

const asUsage = (error: unknown): unknown =>
  error instanceof ApiError && error.status === 422 ? new UsageError(...error.problems.map(inSentence)) : error;

/** Throws `UsageError` with the flags of the options that must be set and are not. */
export function requireOptions(options: Readonly<Record<string, string | undefined>>): void {
  const missing = Object.entries(options).flatMap(([flag, value]) => (value === undefined ? [flag] : []));
  if (missing.length === 0) return;
  throw new UsageError(`Set ${missing.length > 1 ? `${missing.slice(0, -1).join(', ')} and ` : ''}${missing.at(-1)}.`);
}

/** The JSON object that standard input brings. */
export const objectFromStdin = async (terminal: Terminal): Promise<Readonly<Record<string, unknown>>> => {
  const value = parsedJson(await terminal.input());
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError('Standard input must be a JSON object.');
  }
  return { ...value };
};

/** The value that a text is JSON of; undefined when it is none. */
export const parsedJson = (json: string): unknown => {
  try {
    return parseKnown(json);
  } catch {
    return undefined;
  }
};

/** The first line of standard input, where a password comes from: arguments are seen by everybody on the machine. */
export const passwordFromStdin = async (terminal: Terminal): Promise<string> =>
  (await terminal.input()).split(/\r?\n/)[0] ?? '';
