// Rewords messages of validation rules and services for the command line.

import { labelOf } from '../../jsonapi/validate.ts';
import { withFullStop } from '../../lib/text/text.ts';
import type { CommandProblem } from './command.ts';

/** Names of JSON types in messages, for users who type plain values. */
const typeWords: Readonly<Record<string, string>> = {
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  string: 'a text',
  array: 'a list',
  object: 'an object',
};

/** Rewords an API problem so that it refers to a value on the command line instead of a JSON value. */
export function inSentence(problem: CommandProblem): CommandProblem {
  const { code, detail, pointer, params: { types = [] } = {} } = problem;
  if (code !== 'wrong-type' || pointer === undefined || types.length === 0)
    return { ...problem, detail: withFullStop(detail) };
  const words = types.map((type) => typeWords[type] ?? type).join(' or ');
  return { ...problem, detail: `${labelOf(pointer)} must be ${words}.` };
}
