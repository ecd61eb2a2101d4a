// Reads a table of variables: each has a name, a fallback and a meaning, and a schema judges the values.
import type { Static, TSchema } from 'typebox';
import { ConfigError, type Environment } from './environment.ts';
import type { Problem } from './jsonapi/errors.ts';
import { validate } from './jsonapi/validate.ts';

export interface Variable {
  readonly name: string;
  readonly fallback: string;
  readonly meaning: string;
  /** The requirement of the schema, after "must be". */
  readonly wants: string | ((text: string) => string);
  /** The value in a text, for the schema to judge; null where the text cannot be read. Without it the text itself. */
  readonly parse?: (text: string) => unknown;
}

/** The problems of values together, beside those of each. */
export type Rules = (values: Readonly<Record<string, unknown>>) => readonly string[];

/** Reads variables and validates them together; throws a `ConfigError` that names every problem at once. */
export function readVariables<Schema extends TSchema>(
  schema: Schema,
  table: Readonly<Record<string, Variable>>,
  environment: Environment,
  rules: Rules,
): Static<Schema> {
  const values = valuesOf(schema, table, environment);
  const result = validate(schema, values);
  const problems = [
    ...('problems' in result ? wrongVariables(table, environment, result.problems) : []),
    ...rules(values),
  ];
  if ('problems' in result || problems.length > 0) throw new ConfigError(problems);
  return result.value;
}

/** The parsed values; an optional variable without a text has none. */
function valuesOf(schema: TSchema, table: Readonly<Record<string, Variable>>, environment: Environment) {
  const required = [Reflect.get(schema, 'required')].flat();
  const values = Object.entries(table).flatMap(([key, { name, fallback, parse }]) => {
    const text = environment[name]?.trim() || fallback;
    if (text === '' && !required.includes(key)) return [];
    return [[key, parse === undefined ? text : parse(text)] as const];
  });
  return Object.fromEntries(values);
}

function wrongVariables(
  table: Readonly<Record<string, Variable>>,
  environment: Environment,
  problems: readonly Problem[],
): readonly string[] {
  const wrong = new Set(problems.map(({ pointer }) => pointer?.split('/')[1]));
  return Object.entries(table).flatMap(([key, { name, wants }]) =>
    wrong.has(key)
      ? [`${name} must be ${typeof wants === 'string' ? wants : wants(environment[name]?.trim() ?? '')}.`]
      : [],
  );
}
