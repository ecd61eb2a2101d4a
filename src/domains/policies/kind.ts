// The two policy frameworks. A policy and its sets are of the same kind.
import { type Problem, problemAt } from '../../jsonapi/errors.ts';

export type Kind = 'native' | 'opa';

export const allKinds: readonly Kind[] = ['native', 'opa'];

/** True if nothing here evaluates policies of a kind, so that their outcomes are made elsewhere. */
export const isEvaluatedElsewhere = (kind: Kind): boolean => kind !== 'opa';

/** References of a request to records, which must belong to the organization and be of one kind. */
export interface References {
  readonly ids: readonly string[];
  readonly kind: Kind;
  /** Name of such a record in messages, such as `Policy set`. */
  readonly noun: string;
  /** The JSON Pointer of the list in the request. */
  readonly pointer: string;
}

/** Problem of single policies for a set that takes none; `pointer` leads to them. */
export const versionedProblem = (pointer: string): Problem => ({
  code: 'wrong-state',
  detail: 'The policies of this set come from its versions: upload another version.',
  pointer,
});

/** The problems of references; `rows` are the records of the organization. */
export function referenceProblems(
  { ids, kind, noun, pointer }: References,
  rows: readonly { readonly id: string; readonly kind: Kind }[],
): readonly Problem[] {
  const kinds = new Map(rows.map((row) => [row.id, row.kind]));
  return ids.flatMap((id, index) => {
    const place = `${pointer}/${index}/id`;
    if (!kinds.has(id)) return [problemAt(place, 'no-such-record', `${noun} does not exist in this organization`)];
    return kinds.get(id) === kind ? [] : [problemAt(place, 'invalid', `${noun} is of another kind`)];
  });
}
