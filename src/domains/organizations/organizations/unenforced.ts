// Security settings that clients know but this service cannot enforce.
import { Type } from 'typebox';
import { attributeProblem, type Problem } from '../../../jsonapi/errors.ts';
import { type Shown, shown } from '../../../jsonapi/resource.ts';
import { attributeIn, type Vocabulary } from '../../../jsonapi/vocabulary.ts';
import { sentenceCase } from '../../../lib/text/text.ts';

/** The only value of such a setting, and the values in requests that are accepted as equal to it. */
interface Unenforced {
  readonly value: boolean | string;
  readonly same: readonly unknown[];
}

/**
 * Declares such settings: how responses show them, and the problems of all other values, so that nobody relies on a
 * setting without effect.
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
      // The request schema does not declare these attributes, so they still have the names of the request.
      const name = attributeIn(words, own);
      if (!Object.hasOwn(attributes, name) || same.includes(attributes[name])) return [];
      const detail = `${sentenceCase(name)} can only be ${JSON.stringify(value)}, because this service cannot enforce other values`;
      return [attributeProblem(name, 'not-supported', detail)];
    }),
});
