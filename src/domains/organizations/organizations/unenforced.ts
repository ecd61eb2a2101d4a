// Settings that would promise security that nothing here gives.
import { Type } from 'typebox';
import { attributeProblem, type Problem } from '../../../jsonapi/errors.ts';
import { type Shown, shown } from '../../../jsonapi/resource.ts';
import { attributeIn, type Vocabulary } from '../../../jsonapi/vocabulary.ts';
import { sentenceCase } from '../../../lib/text/text.ts';

/** The only value that such a setting can have, and what clients may send for it. */
interface Unenforced {
  readonly value: boolean | string;
  readonly same: readonly unknown[];
}

/** Declares such settings: how they are shown, and the problems of other values, so that nobody relies on them. */
export const unenforcedAttributes = (settings: Readonly<Record<string, Unenforced>>) => ({
  shown: Object.fromEntries(
    Object.entries(settings).map(([name, { value }]): readonly [string, Shown<unknown>] => [
      name,
      typeof value === 'string' ? shown(Type.String(), () => value) : shown(Type.Boolean(), () => value),
    ]),
  ),
  problems: (attributes: Readonly<Record<string, unknown>>, words: Vocabulary): readonly Problem[] =>
    Object.entries(settings).flatMap(([own, { value, same }]) => {
      // No schema has it: it is there by its name on the wire.
      const name = attributeIn(words, own);
      if (!Object.hasOwn(attributes, name) || same.includes(attributes[name])) return [];
      const detail = `${sentenceCase(name)} cannot be enforced here; it can only be ${JSON.stringify(value)}`;
      return [attributeProblem(name, 'not-supported', detail)];
    }),
});
