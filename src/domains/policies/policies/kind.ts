// The two policy frameworks, which a policy and every set that holds it have in common.
import type { Problem } from '../../../jsonapi/errors.ts';
import type { Vocabulary } from '../../../jsonapi/vocabulary.ts';

export type Kind = 'native' | 'opa';

export const allKinds: readonly Kind[] = ['native', 'opa'];

/** The kind behind a word of the wire; undefined when it is none. */
export const kindOf = (words: Vocabulary, word: unknown): Kind | undefined =>
  allKinds.find((kind) => words[kind] === word);

/** References in a request to records that must be the organization's own, and of one kind. */
export interface References {
  readonly ids: readonly string[];
  readonly kind: Kind;
  /** What one of them is called, such as `Policy set`. */
  readonly noun: string;
  /** Where the list of them stands in the request. */
  readonly pointer: string;
}

/** What is wrong with references, given the kinds of those that the organization has. */
export const referenceProblems = (
  { ids, kind, noun, pointer }: References,
  rows: readonly { readonly id: string; readonly kind: Kind }[],
): readonly Problem[] => {
  const kinds = new Map(rows.map((row) => [row.id, row.kind]));
  return ids.flatMap((id, index) => {
    const there = { pointer: `${pointer}/${index}/id` };
    if (!kinds.has(id)) return [{ ...there, detail: `${noun} does not exist in this organization` }];
    return kinds.get(id) === kind ? [] : [{ ...there, detail: `${noun} is of another kind` }];
  });
};
