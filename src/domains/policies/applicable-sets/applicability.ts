// Decides which policy sets apply to a workspace or project, and why. Evaluations and the list of applicable policy
// sets both use this rule.
import type { Reader } from '../../../db/database.ts';
import type { RunPlace } from '../../organizations/index.ts';
import { selectorsOf, type TagSelector } from '../policy-sets/tag-selectors.ts';
import { type CandidateSet, candidateSets } from './store.ts';

type RunTag = RunPlace['tags'][number];

/** Reason why a set applies: it is global, names the workspace or the project, or selects a tag of the workspace. */
export type Reason =
  | { readonly reason: 'global' | 'workspace' | 'project' }
  | { readonly reason: 'tag'; readonly tag: RunTag };

/** Location that sets are matched against, and the location that their exclusions are matched against. */
interface ComparedPlace {
  readonly organization: string;
  readonly place: RunPlace;
  readonly excluding: RunPlace;
}

/** A set that applies, with the reasons. */
export interface SetInPlace {
  readonly set: CandidateSet;
  readonly reasons: readonly Reason[];
}

/**
 * Returns the organization's sets that apply to a location, sorted by name. It runs one query, whatever the number of
 * sets.
 */
export async function setsInPlace(reader: Reader, compared: ComparedPlace): Promise<readonly SetInPlace[]> {
  const { place, excluding } = compared;
  return (await candidatesIn(reader, compared))
    .map((set) => ({ set, reasons: reasonsFor(set, place.tags, excluding.tags) }))
    .filter(({ reasons }) => reasons.length > 0);
}

/** Returns the organization's sets, or only the set `only`, whether or not they apply. */
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

/**
 * Returns the reasons why a set applies: it is global, names the workspace or the project, or selects tags (all of its
 * tags if it is configured that way). The list is empty if the set does not apply or if one of its exclusions matches.
 */
export function reasonsFor(
  set: Omit<CandidateSet, 'name' | 'description'>,
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
 * Returns the tags that match the set's selectors. The list is empty if the set requires all selectors to match and one
 * does not.
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
