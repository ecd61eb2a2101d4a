// Security settings that clients know but this service cannot enforce.
import { Type } from 'typebox';
import { attributeProblem, type Problem } from '../../../jsonapi/errors.ts';
import { type Shown, shown } from '../../../jsonapi/resource.ts';
import { attributeIn, type Vocabulary } from '../../../jsonapi/vocabulary.ts';
import { sentenceCase } from '../../../lib/text/text.ts';

/**
 * Setting that cannot be enforced: the only value that it can have, and the values in requests that are accepted as
 * equal to this value.
 */
interface Unenforced {
  readonly value: boolean | string;
  readonly same: readonly unknown[];
}

/**
 * Declares settings that cannot be enforced. Returns the attributes for responses, and a check that refuses all other
 * values in requests, so that nobody relies on a setting that has no effect.
 */
export const unenforcedAttributes = (settings: Readonly<Record<string, Unenforced>>) => ({
  shown: Object.fromEntries(
    Object.entries(settings).map(([name, { value }]): readonly [string, Shown<unknown>] => [
      name,
      typeof value === 'string' ? shown(Type.String(), () => value) : shown(Type.Boolean(), () => value),
    ]),
  ),
  problems: (attributes: Readonly<Record<string, unknown>>, words: Vocabulary): readonly Problem[] =>
    Object.entries(settings).flatMap(([own, { value, same }]) => {
      // The request schema does not declare these attributes and therefore does not translate their names. So the names
      // from the vocabulary of the request are looked up.
      const name = attributeIn(words, own);
      if (!Object.hasOwn(attributes, name) || same.includes(attributes[name])) return [];
      const detail = `${sentenceCase(name)} can only be ${JSON.stringify(value)}, because this service cannot enforce other values`;
      return [attributeProblem(name, 'not-supported', detail)];
    }),
});
