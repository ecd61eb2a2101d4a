// Reads a table of variables. Each has a name, a default and a description, and a schema validates the values.
import type { Static, TSchema } from 'typebox';
import { ConfigError, configurationFile, type Environment } from '../environment.ts';
import type { Problem } from '../jsonapi/errors.ts';
import { validate } from '../jsonapi/validate.ts';
import { writersFault } from '../lib/files/file-rights.ts';
import { readRegularFile } from '../lib/files/regular-file.ts';
import { mapValues } from '../lib/functions/records.ts';

export interface Variable {
  readonly name: string;
  readonly fallback: string;
  readonly meaning: string;
  /** Whether the value must never be shown. A variable with the suffix `_FILE` can name a file that contains it. */
  readonly isSecret?: true;
  /** Requirement on the value, as a phrase that follows "must be". */
  readonly wants: string | ((text: string) => string);
  /**
   * Parses a text to the value that the schema validates. Returns null for an invalid text. If absent, the value is the
   * text itself.
   */
  readonly parse?: (text: string) => unknown;
  /** Resolves a relative path against the folder of the configuration file that contains it. */
  readonly inFolder?: (text: string, folder: string) => string;
}

type VariableTable = Readonly<Record<string, Variable>>;

/**
 * Checks relations between several values, and returns the problems. A value is null if it is set but invalid.
 * `labelOf` returns a variable's name and the location where the variable is set.
 */
export type Rules = (values: Readonly<Record<string, unknown>>, labelOf: (name: string) => string) => readonly string[];

/** Variables that are read together. */
export interface VariableGroup<Schema extends TSchema> {
  readonly schema: Schema;
  readonly table: VariableTable;
  readonly rules?: Rules;
  /**
   * Whether errors in the default configuration file are also reported. Errors in a file that was named explicitly are
   * always reported.
   */
  readonly needsWholeFile?: boolean;
}

/** Text of a variable, and the name of the variable that it comes from. `from` is absent for a default. */
export interface VariableText {
  readonly text: string;
  readonly from?: string;
  /** Reason why the text cannot be read, as a sentence. */
  readonly problem?: string;
}

const maxSecretBytes = 64 * 1_024;

/** Returns the variable that names a file with a secret variable's value. */
export const fileNameOf = (name: string): string => `${name}_FILE`;

/** Returns the configuration file key of a variable, such as `log-level` for `TIPSTAFF_LOG_LEVEL`. */
export const keyOf = (name: string): string => name.replace('TIPSTAFF_', '').toLowerCase().replaceAll('_', '-');

/** Returns the text of a variable, or undefined if it is not set or blank. */
export const textOf = (environment: Environment, name: string): string | undefined =>
  environment[name]?.trim() || undefined;

const placeOf = (environment: Environment, name: string): string | undefined =>
  environment[configurationFile]?.places.get(name);

/** Returns where the value of a variable is set: the name of the variable, or file and line. */
export const originOf = (environment: Environment, name: string): string => placeOf(environment, name) ?? name;

/** Returns a variable's name as it is written where the value is set. */
const writtenName = (environment: Environment, name: string): string =>
  placeOf(environment, name) === undefined ? name : keyOf(name);

const labelIn = (environment: Environment) => (name: string) => {
  const place = placeOf(environment, name);
  return `${place === undefined ? '' : `${place}: `}${writtenName(environment, name)}`;
};

/** Reads the text of a variable, from a file if one is named, without validating it. */
export function readingOf({ name, fallback, isSecret }: Variable, environment: Environment): VariableText {
  const text = textOf(environment, name);
  const from = fileNameOf(name);
  const path = isSecret ? textOf(environment, from) : undefined;
  if (path === undefined) return text === undefined ? { text: fallback } : { text, from: name };
  const labelOf = labelIn(environment);
  if (text !== undefined)
    return {
      text: '',
      problem: `${labelOf(from)} and ${writtenName(environment, name)} are both set: remove one of the two.`,
    };
  const secret = secretIn(path);
  return 'fault' in secret
    ? { text: '', problem: `${labelOf(from)} names ${path}: ${secret.fault}.` }
    : { text: secret.text, from };
}

function secretIn(path: string): { readonly text: string } | { readonly fault: string } {
  const file = readRegularFile(path, maxSecretBytes);
  if ('fault' in file) return file;
  // Only write permissions are checked, because files on mounted volumes often belong to an account of another machine
  // and are readable by everybody.
  const fault = writersFault(path, file.stats);
  if (fault !== undefined) return { fault };
  const text = file.bytes.toString('utf8').trim();
  return text === '' ? { fault: 'the file is empty' } : { text };
}

/** Reads variables and validates them together. Throws a `ConfigError` with all problems. */
export function readVariables<Schema extends TSchema>(
  { schema, table, rules = () => [], needsWholeFile = false }: VariableGroup<Schema>,
  environment: Environment,
): Static<Schema> {
  const file = environment[configurationFile];
  const readings = mapValues(table, (variable) => readingOf(variable, environment));
  const values = valuesOf(schema, table, readings);
  const result = validate(schema, values);
  const unread = Object.entries(readings).flatMap(([key, { problem }]) =>
    problem === undefined ? [] : [{ key, problem }],
  );
  const ofFile = needsWholeFile || file?.isNamed === true ? (file?.problems ?? []) : [];
  const problems = [
    ...ofFile,
    ...unread.map(({ problem }) => problem),
    ...('problems' in result ? wrongVariables({ table, readings, environment }, result.problems) : []),
    // An error in the file may hide any value, so the other checks could report wrong problems and are skipped.
    ...(ofFile.length > 0
      ? []
      : rules({ ...values, ...Object.fromEntries(unread.map(({ key }) => [key, null])) }, labelIn(environment))),
  ];
  if ('problems' in result || problems.length > 0) throw new ConfigError(problems);
  return result.value;
}

type Readings = Readonly<Record<string, VariableText>>;

/** Returns the parsed values. Optional variables without a text are omitted. */
function valuesOf(schema: TSchema, table: VariableTable, readings: Readings) {
  const required = [Reflect.get(schema, 'required')].flat();
  const values = Object.entries(table).flatMap(([key, { parse }]) => {
    const text = readings[key]?.text ?? '';
    if (text === '' && !required.includes(key)) return [];
    return [[key, parse === undefined ? text : parse(text)] as const];
  });
  return Object.fromEntries(values);
}

interface Read {
  readonly table: VariableTable;
  readonly readings: Readings;
  readonly environment: Environment;
}

function wrongVariables({ table, readings, environment }: Read, problems: readonly Problem[]): readonly string[] {
  const wrong = new Set(problems.map(({ pointer }) => pointer?.split('/')[1]));
  return Object.entries(table).flatMap(([key, { name, wants }]) => {
    const { text = '', from = name } = readings[key] ?? {};
    if (!wrong.has(key)) return [];
    const wanted = typeof wants === 'string' ? wants : wants(text);
    return [`${labelIn(environment)(from)} must ${from === name ? 'be' : 'name a file with'} ${wanted}.`];
  });
}
