// Reads a table of variables: each has a name, a fallback and a meaning, and a schema judges the values.
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
  /** True if no output may show the value; a variable with `_FILE` at its end can name a file that has it. */
  readonly isSecret?: true;
  /** The requirement of the schema, after "must be". */
  readonly wants: string | ((text: string) => string);
  /** The value in a text, for the schema to judge; null where the text cannot be read. Without it the text itself. */
  readonly parse?: (text: string) => unknown;
  /** The text of a path with what it has from the folder of the configuration file that it is written in. */
  readonly inFolder?: (text: string, folder: string) => string;
}

type VariableTable = Readonly<Record<string, Variable>>;

/** The problems of values together, beside those of each; null is one that is set and cannot be read. `labelOf` names a variable, and the place of its text. */
export type Rules = (values: Readonly<Record<string, unknown>>, labelOf: (name: string) => string) => readonly string[];

/** Variables that are read together. */
export interface Declared<Schema extends TSchema> {
  readonly schema: Schema;
  readonly table: VariableTable;
  readonly rules?: Rules;
  /** True if any fault of a configuration file is a problem, and not only one of a file that was named. */
  readonly needsWholeFile?: boolean;
}

/** The text of a variable in force, and the name of the variable that it is from; the fallback is from none. */
export interface Reading {
  readonly text: string;
  readonly from?: string;
  /** The text cannot be had; a sentence. */
  readonly problem?: string;
}

const maxSecretBytes = 64 * 1_024;

/** The variable that names a file with the value of a secret one. */
export const fileNameOf = (name: string): string => `${name}_FILE`;

/** The key of a configuration file for a variable: `log-level` is that of `TIPSTAFF_LOG_LEVEL`. */
export const keyOf = (name: string): string => name.replace('TIPSTAFF_', '').toLowerCase().replaceAll('_', '-');

/** The text of a variable; undefined where it is not set, or blank. */
export const textOf = (environment: Environment, name: string): string | undefined =>
  environment[name]?.trim() || undefined;

const placeOf = (environment: Environment, name: string): string | undefined =>
  environment[configurationFile]?.places.get(name);

/** The origin of a text: its variable, or file and line. */
export const originOf = (environment: Environment, name: string): string => placeOf(environment, name) ?? name;

/** A variable as its place names it. */
const writtenName = (environment: Environment, name: string): string =>
  placeOf(environment, name) === undefined ? name : keyOf(name);

const labelIn = (environment: Environment) => (name: string) => {
  const place = placeOf(environment, name);
  return `${place === undefined ? '' : `${place}: `}${writtenName(environment, name)}`;
};

/** Reads the text of a variable, from a file where one is named; nothing judges it yet. */
export function readingOf({ name, fallback, isSecret }: Variable, environment: Environment): Reading {
  const text = textOf(environment, name);
  const from = fileNameOf(name);
  const path = isSecret ? textOf(environment, from) : undefined;
  if (path === undefined) return text === undefined ? { text: fallback } : { text, from: name };
  const labelOf = labelIn(environment);
  if (text !== undefined)
    return {
      text: '',
      problem: `${labelOf(from)} is set, and ${writtenName(environment, name)} too: leave one of them out.`,
    };
  const secret = secretIn(path);
  return 'fault' in secret
    ? { text: '', problem: `${labelOf(from)} names ${path}, which ${secret.fault}.` }
    : { text: secret.text, from };
}

function secretIn(path: string): { readonly text: string } | { readonly fault: string } {
  const file = readRegularFile(path, maxSecretBytes);
  if ('fault' in file) return file;
  // Mounts keep an owner of another machine, and are often readable to all.
  const fault = writersFault(path, file.stats);
  if (fault !== undefined) return { fault };
  const text = file.bytes.toString('utf8').trim();
  return text === '' ? { fault: 'is empty' } : { text };
}

/** Reads variables and validates them together; throws a `ConfigError` that names every problem at once. */
export function readVariables<Schema extends TSchema>(
  { schema, table, rules = () => [], needsWholeFile = false }: Declared<Schema>,
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
    // A fault of the file may hide any value, and rules would blame others for that.
    ...(ofFile.length > 0
      ? []
      : rules({ ...values, ...Object.fromEntries(unread.map(({ key }) => [key, null])) }, labelIn(environment))),
  ];
  if ('problems' in result || problems.length > 0) throw new ConfigError(problems);
  return result.value;
}

type Readings = Readonly<Record<string, Reading>>;

/** The parsed values; an optional variable without a text has none. */
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
