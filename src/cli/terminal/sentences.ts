// Texts of the rules and of services as sentences.

import { labelOf } from '../../jsonapi/validate.ts';
import { withFullStop } from '../../lib/text/text.ts';
import type { CommandProblem } from './command.ts';

/** The types of JSON in the words of people who type values. */
const typeWords: Readonly<Record<string, string>> = {
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  string: 'a text',
  array: 'a list',
  object: 'an object',
};

/** A problem of the API in a sentence of the command line, whose users type values and no JSON. */
export function inSentence(problem: CommandProblem): CommandProblem {
  const { code, detail, pointer, params: { types = [] } = {} } = problem;
  if (code !== 'wrong-type' || pointer === undefined || types.length === 0)
    return { ...problem, detail: withFullStop(detail) };
  const words = types.map((type) => typeWords[type] ?? type).join(' or ');
  return { ...problem, detail: `${labelOf(pointer)} must be ${words}.` };
}
