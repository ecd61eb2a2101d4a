// Which policy sets apply in a place, and why. It is the only rule: evaluations follow it, and people see it beforehand.
import type { Reader } from '../../../db/database.ts';
import type { RunPlace } from '../../organizations/index.ts';
import { selectorsOf, type TagSelector } from '../policy-sets/tag-selectors.ts';
import { type CandidateSet, candidateSets } from './store.ts';

type RunTag = RunPlace['tags'][number];

/** A reason why a set applies: it is global, names the workspace or the project, or selects a tag that is in effect. */
export type Reason =
  | { readonly reason: 'global' | 'workspace' | 'project' }
  | { readonly reason: 'tag'; readonly tag: RunTag };

/** Place in which sets apply, and the place that their exclusions are compared with. */
interface ComparedPlace {
  readonly organization: string;
  readonly place: RunPlace;
  readonly excluding: RunPlace;
}

/** A set that applies, and why. */
export interface SetInPlace {
  readonly set: CandidateSet;
  readonly reasons: readonly Reason[];
}

/** The sets of an organization that apply in a place, by name. It takes one query, whatever their number. */
export async function setsInPlace(reader: Reader, compared: ComparedPlace): Promise<readonly SetInPlace[]> {
  const { place, excluding } = compared;
  return (await candidatesIn(reader, compared))
    .map((set) => ({ set, reasons: reasonsFor(set, place.tags, excluding.tags) }))
    .filter(({ reasons }) => reasons.length > 0);
}

/** The sets of an organization, or `only` one of them, whether or not they apply. */
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
 * The reasons why a set applies: it is global, names the workspace or the project, or selects tags (all of them, where it says
 * so). There are none where it does not apply, or where something of it keeps it from there.
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

/** The tags by which a set is selected; none where it needs more of them. */
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
