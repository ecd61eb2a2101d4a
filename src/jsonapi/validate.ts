import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Static, TSchema } from 'typebox';
import { isAnyIdForm } from '../kernel/ids.ts';
import { memoize } from '../lib/functions/memoize.ts';
import { durationIn } from '../lib/text/durations.ts';
import { isStorable, isStorableJson, sentenceCase } from '../lib/text/text.ts';
import { isConfusable } from './confusables.ts';
import type { Problem, ProblemParams } from './errors.ts';
import type { ProblemCode } from './problem-codes.ts';
import { timeoutRule } from './schema.ts';

/** Maximum value of a timeout, in milliseconds: one day. */
const maxTimeout = 86_400_000;

const isTimeout = (text: string): boolean => {
  const milliseconds = durationIn(text);
  return milliseconds !== undefined && milliseconds > 0 && milliseconds <= maxTimeout;
};

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/**
 * Earliest and latest time in ms whose year has four digits in UTC. Stored times are compared as texts, which is
 * correct only for years with four digits.
 */
const [earliestTime, latestTime] = [Date.parse('0000-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];

function isDateTime(text: string): boolean {
  const at = Date.parse(text);
  return dateTime.test(text) && at >= earliestTime && at <= latestTime;
}

interface Strictness {
  /** Whether validation continues after the first violated rule. */
  readonly allErrors: boolean;
}

/**
 * Creates a validator. It does not validate the schemas themselves, because they are part of this program, and
 * validating them would take most of the start-up time.
 */
const newAjv = ({ allErrors }: Strictness): Ajv2020 => {
  const ajv = new Ajv2020({
    meta: false,
    validateSchema: false,
    allErrors,
    verbose: true,
    strict: true,
    strictTypes: false,
    ownProperties: true,
  });
  ajv.addKeyword('x-detail');
  ajv.addKeyword({ keyword: 'x-storable', schema: false, validate: isStorableJson, errors: false });
  ajv.addFormat('text', isStorable);
  ajv.addFormat('timeout', isTimeout);
  ajv.addFormat('address', (text: string) => isStorable(text) && !isConfusable(text));
  ajv.addFormat('username', (text: string) => !isAnyIdForm(text));
  ajv.addFormat('date-time', isDateTime);
  return ajv;
};

/** Validators are created at their first use, so that the program starts quickly. */
const ajvFor = memoize(newAjv);
const compiledFor = (strictness: Strictness) =>
  memoize((schema: TSchema): ValidateFunction => ajvFor(strictness).compile(schema));

const judgeOf = compiledFor({ allErrors: false });
const criticOf = compiledFor({ allErrors: true });

/**
 * Maximum number of elements of a list that are validated for the error report. It is one more than the longest
 * permitted list, so a longer list still violates `maxItems`.
 */
const maxReportedErrors = 1_001;

/**
 * Truncates all lists in a value before errors are collected. Without this, half a million invalid elements would
 * result in half a million errors, which take 500 MB of memory.
 */
const shortened = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, maxReportedErrors).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortened(member)]));
};

/**
 * Returns all violated rules of an invalid value. `first` are the errors of the quick check, which stops at the first
 * violation.
 */
const errorsOf = (schema: TSchema, value: unknown, first: readonly ErrorObject[]): readonly ErrorObject[] => {
  const isFine = criticOf(schema);
  return isFine(shortened(value)) ? first : (isFine.errors ?? first);
};

/** Schema keywords about a member of an object, and the error parameter that contains the member's name. */
const memberNamed: Readonly<Record<string, string>> = {
  required: 'missingProperty',
  additionalProperties: 'additionalProperty',
};

/** Escapes a member name for use in a JSON Pointer (RFC 6901). */
const pointerPart = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

const pointerOf = ({ keyword, params, instancePath }: ErrorObject): string => {
  const member: unknown = params[memberNamed[keyword] ?? ''];
  return member === undefined ? instancePath : `${instancePath}/${pointerPart(String(member))}`;
};

/** Returns the name of a value for error messages: the last member name in the value's JSON Pointer. */
export const labelOf = (pointer: string): string => {
  const names = pointer.split('/').filter((name) => name !== '' && !/^\d+$/.test(name));
  return sentenceCase(names.at(-1) ?? 'body');
};

const typeNames = (expected: unknown): string => {
  const names = [expected].flat().map((name) => (name === 'null' ? 'null' : `a JSON ${String(name)}`));
  return names.join(' or ');
};

const formatDetails: Readonly<Record<string, string>> = {
  text: 'includes a character that cannot be stored (U+0000 or half of a surrogate pair)',
  address: 'includes characters that can be mistaken for others, or that cannot be stored',
  username: 'must not have the form of an identifier',
  timeout: timeoutRule,
};

const listed = (values: unknown): string =>
  [values]
    .flat()
    .filter((value) => value !== '')
    .join(', ');

/** Error messages by JSON Schema keyword. Released clients depend on their wording. */
const details: Record<string, (error: ErrorObject) => string> = {
  required: () => "can't be blank",
  additionalProperties: () => 'is unknown',
  minLength: ({ params }) =>
    params.limit === 1 ? "can't be blank" : `is too short (minimum is ${params.limit} characters)`,
  maxLength: ({ params }) => `is too long (maximum is ${params.limit} characters)`,
  maxItems: ({ params }) => `has too many elements (maximum is ${params.limit})`,
  minimum: ({ params }) => `must be greater than or equal to ${params.limit}`,
  maximum: ({ params }) => `must be less than or equal to ${params.limit}`,
  enum: ({ params }) => `is not included in the list (${listed(params.allowedValues)})`,
  const: ({ params }) => `must be ${JSON.stringify(params.allowedValue)}`,
  type: ({ params }) => `must be ${typeNames(params.type)}`,
  'x-storable': () => formatDetails.text ?? '',
  format: ({ params }) => formatDetails[params.format] ?? `is not a valid ${params.format}`,
};

const detailOf = (error: ErrorObject): string => {
  const own: unknown = error.keyword === 'pattern' ? error.parentSchema?.['x-detail'] : undefined;
  return typeof own === 'string' ? own : (details[error.keyword]?.(error) ?? error.message ?? 'is not valid');
};

// Whether an error repeats another error. An invalid nullable member violates each branch of its union and the union
// itself, but only the error of the first branch names the expected type.
const isEcho = (error: ErrorObject): boolean =>
  error.keyword === 'anyOf' || /\/anyOf\/[1-9]\d*\//.test(error.schemaPath);

/**
 * Whether an error concerns the value as a whole. If a value has several such errors, only the last one is reported.
 */
const isOfWholeValue = ({ keyword }: ErrorObject): boolean => ['type', 'enum', 'const'].includes(keyword);

const firstOfEachValue = (errors: readonly ErrorObject[]): readonly ErrorObject[] => {
  const wholes = errors.filter(isOfWholeValue).toReversed();
  const first = new Map(wholes.map((error) => [error.instancePath, error]));
  return errors.filter((error) => !isOfWholeValue(error) || first.get(error.instancePath) === error);
};

/** Problem codes by JSON Schema keyword. The code for all other keywords is `invalid`. */
const codes: Readonly<Record<string, ProblemCode>> = {
  required: 'required',
  additionalProperties: 'unknown-member',
  minLength: 'too-short',
  maxLength: 'too-long',
  maxItems: 'too-many',
  minimum: 'too-low',
  maximum: 'too-high',
  enum: 'not-in-list',
  const: 'not-in-list',
  type: 'wrong-type',
  'x-storable': 'malformed',
  format: 'malformed',
  pattern: 'malformed',
};

const codeOf = ({ keyword, params }: ErrorObject): ProblemCode =>
  keyword === 'minLength' && params.limit === 1 ? 'required' : (codes[keyword] ?? 'invalid');

const paramsOf = ({ params }: ErrorObject, code: ProblemCode): ProblemParams | undefined => {
  if (code === 'wrong-type') return { types: [params.type].flat() };
  return typeof params.limit === 'number' && code !== 'required' ? { limit: params.limit } : undefined;
};

const problemOf = (error: ErrorObject): Problem => {
  const [pointer, code] = [pointerOf(error), codeOf(error)];
  const params = paramsOf(error, code);
  return { code, pointer, detail: `${labelOf(pointer)} ${detailOf(error)}`, ...(params && { params }) };
};

const withoutRepeats = (problems: readonly Problem[]): readonly Problem[] => {
  const unique = new Map(problems.map((problem) => [`${problem.pointer} ${problem.detail}`, problem]));
  return [...unique.values()];
};

/** Result of a validation: the valid value, or all problems. */
export type Validated<T> = { readonly value: T } | { readonly problems: readonly Problem[] };

/**
 * Validates a value against a schema. Types are not converted, no members are removed, and no defaults are filled in.
 * The value may be nested at most 32 levels deep.
 */
export const validate = <Schema extends TSchema>(schema: Schema, value: unknown): Validated<Static<Schema>> => {
  const isValid = judgeOf(schema);
  if (isValid(value)) return { value: value as Static<Schema> };
  const errors = errorsOf(schema, value, isValid.errors ?? []);
  const reported = errors.filter((error) => !isEcho(error));
  const shown = firstOfEachValue(reported.length > 0 ? reported : errors);
  return { problems: withoutRepeats(shown.map(problemOf)) };
};
