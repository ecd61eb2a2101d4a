// Which policy sets apply to a run, and with which policies.
import type { Reader } from '../../../db/database.ts';
import type { RunPlace } from '../../organizations/index.ts';
import { selectorsOf, type TagSelector } from '../policy-sets/tag-selectors.ts';
import { maxOutcomes } from './outcome-bounds.ts';
import { type CandidateSet, candidateSets, policiesOfSet, policiesOfVersion, type SetPolicy } from './set-queries.ts';

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
  const excluding = excludingPlace(place);
  const candidates = await reader.rows(candidateSets, {
    organization,
    ...idsOf(place),
    excludedProject: idsOf(excluding).project,
    only: only ?? '',
  });
  const sets = candidates.filter((set) => only !== undefined || applies(set, place.tags, excluding.tags));
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

const idsOf = ({ workspace, project }: RunPlace) => ({ workspace: workspace?.id ?? '', project: project?.id ?? '' });

/** True if the sets, plus the policies in them, are more than `maxOutcomes`, the maximum of one evaluation. */
export const hasTooMany = (sets: readonly ApplicableSet[]): boolean =>
  sets.reduce((total, { policies }) => total + 1 + policies.length, 0) > maxOutcomes;

/** Its single policies, or those of its current version. */
const policiesIn = (reader: Reader, { id, current_version_id }: CandidateSet): Promise<readonly SetPolicy[]> =>
  current_version_id === null
    ? reader.rows(policiesOfSet, { policySet: id })
    : reader.rows(policiesOfVersion, { version: current_version_id });

/**
 * True if a set applies: it is global, names the workspace or the project, or selects one of the tags (all of them, where
 * it says so); and nothing of it keeps it from there.
 */
export function applies(
  set: Omit<CandidateSet, 'name' | 'description'>,
  tags: RunPlace['tags'],
  excludingTags: RunPlace['tags'],
): boolean {
  const selectors = selectorsOf(set);
  const isMet = isMetBy(tags);
  if (set.is_excluded === 1 || selectors.some((one) => one['is-exclude'] && isMetBy(excludingTags)(one))) return false;
  const including = selectors.filter((one) => !one['is-exclude']);
  const isSelected =
    including.length > 0 &&
    (set.tag_selector_matching_logic === 'all' ? including.every(isMet) : including.some(isMet));
  return set.is_global === 1 || set.is_named === 1 || isSelected;
}

const isMetBy =
  (tags: RunPlace['tags']) =>
  ({ 'tag-key': wanted, 'tag-value': wantedValue }: TagSelector): boolean =>
    tags.some(({ key, value }) => key === wanted && (wantedValue === null || wantedValue === value));
