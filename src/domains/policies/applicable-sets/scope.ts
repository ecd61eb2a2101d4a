// Decides which of some policy sets apply to each of many runs. The number of queries does not depend on the number of
// runs or sets.
import type { Reader } from '../../../db/database.ts';
import type { RunPlace } from '../../organizations/index.ts';
import { type TargetType, targets } from '../policy-sets/targets.ts';
import { reasonsFor } from './applicability.ts';
import { excludingPlace } from './applicable-sets.ts';
import { type ScopedSet, targetsAmong } from './store.ts';

/** Identifiers of the workspaces and projects that a policy set applies to or excludes. */
type ScopeTargets = Readonly<Record<TargetType, ReadonlySet<string>>>;

/** A policy set with those of its targets and exclusions that can concern the examined runs. */
export interface SetWithTargets extends ScopedSet {
  readonly targets: ScopeTargets;
}

/** Reads the targets and exclusions of policy sets that are the workspace or project of one of the runs. */
export async function withTargets(
  reader: Reader,
  sets: readonly ScopedSet[],
  places: readonly RunPlace[],
): Promise<readonly SetWithTargets[]> {
  const idsOf = (key: 'workspace' | 'project') => [...new Set(places.flatMap((place) => place[key]?.id ?? []))];
  const rows = await reader.rows(targetsAmong, {
    sets: JSON.stringify(sets.map(({ id }) => id)),
    workspaces: JSON.stringify(idsOf('workspace')),
    projects: JSON.stringify(idsOf('project')),
  });
  const bySet = Map.groupBy(rows, ({ policy_set_id }) => policy_set_id);
  const idsIn = (set: string, type: TargetType): ReadonlySet<string> => {
    const { column, is_exclusion } = targets[type];
    const own = (bySet.get(set) ?? []).filter((row) => row.is_exclusion === is_exclusion);
    return new Set(own.flatMap((row) => row[column] ?? []));
  };
  return sets.map((set) => ({ ...set, targets: targetsOf((type) => idsIn(set.id, type)) }));
}

/** Returns the targets and exclusions of a set. `idsOf` returns the identifiers of one type. */
const targetsOf = (idsOf: (type: TargetType) => ReadonlySet<string>): ScopeTargets => ({
  workspaces: idsOf('workspaces'),
  projects: idsOf('projects'),
  'workspace-exclusions': idsOf('workspace-exclusions'),
  'project-exclusions': idsOf('project-exclusions'),
});

/** Whether a policy set applies to a run. */
export function appliesTo(set: SetWithTargets, place: RunPlace): boolean {
  const excluding = excludingPlace(place);
  const has = (type: TargetType, id: string | undefined): boolean => id !== undefined && set.targets[type].has(id);
  const scope = {
    is_global: set.is_global,
    tag_selectors: set.tag_selectors,
    tag_selector_matching_logic: set.tag_selector_matching_logic,
    names_workspace: has('workspaces', place.workspace?.id) ? 1 : 0,
    names_project: has('projects', place.project?.id) ? 1 : 0,
    is_excluded:
      has('workspace-exclusions', place.workspace?.id) || has('project-exclusions', excluding.project?.id) ? 1 : 0,
  };
  return reasonsFor(scope, place.tags, excluding.tags).length > 0;
}
