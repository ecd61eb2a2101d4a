// The policy sets that apply to a run, with their policies.
import type { Reader } from '../../../db/database.ts';
import type { RunPlace } from '../../organizations/index.ts';
import { candidatesIn, setsInPlace } from './applicability.ts';
import { maxOutcomes } from './outcome-bounds.ts';
import { type CandidateSet, policiesOfSet, policiesOfVersion, type SetPolicy } from './set-queries.ts';

/** A set that applies, with its policies by name. */
export interface ApplicableSet {
  readonly set: CandidateSet;
  readonly policies: readonly SetPolicy[];
}

/**
 * The sets of an organization that apply in a place, by name. `only` names the one that counts. Once there are more than
 * `maxOutcomes` sets and policies in them, no further set is read.
 */
export async function applicableSets(
  reader: Reader,
  { organization, place, only }: { readonly organization: string; readonly place: RunPlace; readonly only?: string },
): Promise<readonly ApplicableSet[]> {
  const compared = { organization, place, excluding: excludingPlace(place) };
  const sets =
    only === undefined
      ? (await setsInPlace(reader, compared)).map(({ set }) => set)
      : await candidatesIn(reader, compared, only);
  const applicable: ApplicableSet[] = [];
  const known = new Map<string, SetPolicy>();
  for (const set of sets) {
    const policies = await policiesIn(reader, set);
    for (const policy of policies) if (!known.has(policy.id)) known.set(policy.id, policy);
    // A policy is in memory once, in however many sets it is.
    applicable.push({ set, policies: policies.map((policy) => known.get(policy.id) ?? policy) });
    if (hasTooMany(applicable)) break;
  }
  return applicable;
}

/** Only a workspace that is named keeps sets away: a client that names none claims its project and its tags. */
const excludingPlace = (place: RunPlace): RunPlace => (place.workspace === undefined ? { tags: [] } : place);

/** True if the sets, plus the policies in them, are more than `maxOutcomes`, the maximum of one evaluation. */
export const hasTooMany = (sets: readonly ApplicableSet[]): boolean =>
  sets.reduce((total, { policies }) => total + 1 + policies.length, 0) > maxOutcomes;

/** Its single policies, or those of its current version. */
const policiesIn = (reader: Reader, { id, current_version_id }: CandidateSet): Promise<readonly SetPolicy[]> =>
  current_version_id === null
    ? reader.rows(policiesOfSet, { policySet: id })
    : reader.rows(policiesOfVersion, { version: current_version_id });
