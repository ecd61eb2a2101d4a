import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Static, TSchema } from 'typebox';
import { remembered } from '../lib/remembered.ts';
import { isStorable, sentenceCase } from '../lib/text.ts';
import type { Problem } from './errors.ts';

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** Built at the first use: a server that has just started has nothing to validate yet. */
let shared: Ajv2020 | undefined;
const ajv = (): Ajv2020 => {
  if (shared !== undefined) return shared;
  // NOTE: all errors are wanted; bodies are at most 1 MiB and texts are bounded, so the work is too.
  shared = new Ajv2020({ allErrors: true, verbose: true, strict: true, strictTypes: false, ownProperties: true });
  shared.addKeyword('x-detail');
  shared.addFormat('text', isStorable);
  shared.addFormat('date-time', (text: string) => dateTime.test(text) && !Number.isNaN(Date.parse(text)));
  return shared;
};

const validatorOf = remembered((schema: TSchema): ValidateFunction => ajv().compile(schema));

const pointerOf = (error: ErrorObject): string => {
  const missing: unknown = error.keyword === 'required' ? error.params.missingProperty : undefined;
  return missing === undefined ? error.instancePath : `${error.instancePath}/${String(missing)}`;
};

const labelOf = (pointer: string): string => {
  const names = pointer.split('/').filter((name) => name !== '' && !/^\d+$/.test(name));
  return sentenceCase(names.at(-1) ?? 'body');
};

const typeNames = (expected: unknown): string => {
  const names = [expected].flat().map((name) => (name === 'null' ? 'null' : `a JSON ${String(name)}`));
  return names.join(' or ');
};

/** What each failed rule is called; the words are those that clients of this API family know. */
const details: Record<string, (error: ErrorObject) => string> = {
  required: () => "can't be blank",
  minLength: ({ params }) =>
    params.limit === 1 ? "can't be blank" : `is too short (minimum is ${params.limit} characters)`,
  maxLength: ({ params }) => `is too long (maximum is ${params.limit} characters)`,
  maxItems: ({ params }) => `has too many elements (maximum is ${params.limit})`,
  minimum: ({ params }) => `must be greater than or equal to ${params.limit}`,
  maximum: ({ params }) => `must be less than or equal to ${params.limit}`,
  enum: () => 'is not included in the list',
  const: ({ params }) => `must be ${JSON.stringify(params.allowedValue)}`,
  type: ({ params }) => `must be ${typeNames(params.type)}`,
  format: ({ params }) =>
    params.format === 'text'
      ? 'includes a character that cannot be stored (U+0000 or half of a surrogate pair)'
      : `is not a valid ${params.format}`,
};

const detailOf = (error: ErrorObject): string => {
  const own: unknown = error.keyword === 'pattern' ? error.parentSchema?.['x-detail'] : undefined;
  return typeof own === 'string' ? own : (details[error.keyword]?.(error) ?? error.message ?? 'is not valid');
};

// A nullable member fails each branch of its union and the union itself; the first branch says what was wanted.
const isEcho = (error: ErrorObject): boolean =>
  error.keyword === 'anyOf' || /\/anyOf\/[1-9]\d*\//.test(error.schemaPath);

const problemOf = (error: ErrorObject): Problem => {
  const pointer = pointerOf(error);
  return { pointer, detail: `${labelOf(pointer)} ${detailOf(error)}` };
};

const withoutRepeats = (problems: readonly Problem[]): readonly Problem[] => {
  const seen = new Map(problems.map((problem) => [`${problem.pointer} ${problem.detail}`, problem]));
  return [...seen.values()];
};

/** A value that fits its schema, or every way in which it does not. */
export type Validated<T> = { readonly value: T } | { readonly problems: readonly Problem[] };

/** Holds a value against a schema; nothing is coerced, stripped or filled in. */
export const validate = <Schema extends TSchema>(schema: Schema, value: unknown): Validated<Static<Schema>> => {
  const isValid = validatorOf(schema);
  if (isValid(value)) return { value: value as Static<Schema> };
  const errors = isValid.errors ?? [];
  const told = errors.filter((error) => !isEcho(error));
  return { problems: withoutRepeats((told.length > 0 ? told : errors).map(problemOf)) };
};
