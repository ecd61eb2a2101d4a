// Decides which policy sets apply to a workspace or project, and for which reasons. Evaluations and the list of
// applicable policy sets use the same rules.
import type { Reader } from '../../../db/database.ts';
import type { RunPlace } from '../../organizations/index.ts';
import { selectorsOf, type TagSelector } from '../policy-sets/tag-selectors.ts';
import { type CandidateSet, candidateSets } from './store.ts';

type RunTag = RunPlace['tags'][number];

/**
 * Reason why a policy set applies: the set is global, the set has the workspace or the project as a target, or one of
 * the set's selectors matches a tag of the workspace.
 */
export type Reason =
  | { readonly reason: 'global' | 'workspace' | 'project' }
  | { readonly reason: 'tag'; readonly tag: RunTag };

/**
 * Location for which the applicable policy sets are determined. `place` is compared with the targets and selectors of
 * each set, `excluding` with the exclusions of each set.
 */
interface ComparedPlace {
  readonly organization: string;
  readonly place: RunPlace;
  readonly excluding: RunPlace;
}

/** A policy set that applies to a location, with the reasons. */
export interface SetInPlace {
  readonly set: CandidateSet;
  readonly reasons: readonly Reason[];
}

/**
 * Returns the organization's policy sets that apply to a location, sorted by name. The function runs a single query,
 * regardless of the number of sets.
 */
export async function setsInPlace(reader: Reader, compared: ComparedPlace): Promise<readonly SetInPlace[]> {
  const { place, excluding } = compared;
  return (await candidatesIn(reader, compared))
    .map((set) => ({ set, reasons: reasonsFor(set, place.tags, excluding.tags) }))
    .filter(({ reasons }) => reasons.length > 0);
}

/** Returns all policy sets of the organization, or only the set `only`. Whether a set applies is not checked. */
export const candidatesIn = (
  reader: Reader,
  { organization, place, excluding }: ComparedPlace,
  only = '',
): Promise<readonly CandidateSet[]> =>
  reader.rows(candidateSets, {
    organization,
    workspace: place.workspace?.id ?? '',
    project: place.project?.id ?? '',
    excludedProject: excluding.project?.id ?? '',
    only,
  });

/** Properties of a policy set that decide whether the set applies to a location. */
export type SetScope = Pick<
  CandidateSet,
  'is_global' | 'names_workspace' | 'names_project' | 'is_excluded' | 'tag_selectors' | 'tag_selector_matching_logic'
>;

/**
 * Returns the reasons why a policy set applies. The list is empty if the set does not apply or if one of its exclusions
 * matches. If the set's matching logic is `all`, selectors are a reason only if all of them match.
 */
export function reasonsFor(
  set: SetScope,
  tags: readonly RunTag[],
  excludingTags: readonly RunTag[],
): readonly Reason[] {
  const selectors = selectorsOf(set);
  const isKeptAway = selectors.some((one) => one['is-exclude'] && isMetBy(excludingTags)(one));
  if (set.is_excluded === 1 || isKeptAway) return [];
  const named = [
    ['global', set.is_global],
    ['workspace', set.names_workspace],
    ['project', set.names_project],
  ] as const;
  return [
    ...named.flatMap(([reason, is]) => (is === 1 ? [{ reason }] : [])),
    ...selectedTags(set, tags).map((tag) => ({ reason: 'tag' as const, tag })),
  ];
}

/**
 * Returns the tags that match the set's selectors. If the set requires that all selectors match and one does not, the
 * list is empty.
 */
function selectedTags(
  set: Pick<CandidateSet, 'tag_selectors' | 'tag_selector_matching_logic'>,
  tags: readonly RunTag[],
): readonly RunTag[] {
  const including = selectorsOf(set).filter((one) => !one['is-exclude']);
  if (set.tag_selector_matching_logic === 'all' && !including.every(isMetBy(tags))) return [];
  return tags.filter((tag) => including.some(isMetBy([tag])));
}

const isMetBy =
  (tags: readonly RunTag[]) =>
  ({ 'tag-key': wanted, 'tag-value': wantedValue }: TagSelector): boolean =>
    tags.some(({ key, value }) => key === wanted && (wantedValue === null || wantedValue === value));
