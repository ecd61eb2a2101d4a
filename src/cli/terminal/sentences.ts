// Converts messages of validation rules and services to sentences of the command line.

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

/** Converts an API problem to a sentence about a typed value instead of JSON. */
export function inSentence(problem: CommandProblem): CommandProblem {
  const { code, detail, pointer, params: { types = [] } = {} } = problem;
  if (code !== 'wrong-type' || pointer === undefined || types.length === 0)
    return { ...problem, detail: withFullStop(detail) };
  const words = types.map((type) => typeWords[type] ?? type).join(' or ');
  return { ...problem, detail: `${labelOf(pointer)} must be ${words}.` };
}
