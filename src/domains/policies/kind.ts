// The kind of a policy or policy set is its policy framework: `native` or `opa`. A policy and its sets must have the
// same kind.
import { type Problem, problemAt } from '../../jsonapi/errors.ts';

export type Kind = 'native' | 'opa';

export const allKinds: readonly Kind[] = ['native', 'opa'];

/**
 * Whether the service cannot evaluate policies of this kind itself. Clients must then post the outcomes of these
 * policies.
 */
export const isEvaluatedElsewhere = (kind: Kind): boolean => kind !== 'opa';

/**
 * References to policies or policy sets in a request. The referenced records must belong to the organization and have
 * the given kind.
 */
export interface References {
  readonly ids: readonly string[];
  readonly kind: Kind;
  /** Name of the record type in error messages, for example `Policy set`. */
  readonly noun: string;
  /** JSON Pointer to the list of references in the request. */
  readonly pointer: string;
}

/**
 * Returns the problem to report if a request adds individual policies to a versioned set. `pointer` is the JSON Pointer
 * to the policies in the request.
 */
export const versionedProblem = (pointer: string): Problem => ({
  code: 'wrong-state',
  detail: 'The policies of this policy set come from its uploaded versions: upload a new version instead.',
  pointer,
});

/** Returns a problem for each invalid reference; `rows` are the referenced records that belong to the organization. */
export function referenceProblems(
  { ids, kind, noun, pointer }: References,
  rows: readonly { readonly id: string; readonly kind: Kind }[],
): readonly Problem[] {
  const kinds = new Map(rows.map((row) => [row.id, row.kind]));
  return ids.flatMap((id, index) => {
    const place = `${pointer}/${index}/id`;
    if (!kinds.has(id)) return [problemAt(place, 'no-such-record', `${noun} does not exist in this organization`)];
    return kinds.get(id) === kind
      ? []
      : [
          problemAt(
            place,
            'invalid',
            `${noun} has the wrong kind: a policy and its policy sets must have the same kind`,
          ),
        ];
  });
}
