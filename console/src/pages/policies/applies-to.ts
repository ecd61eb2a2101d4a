// Short description of the workspaces that a policy applies to. They are determined by the scopes of all policy sets
// that contain the policy.
import type { PolicySet } from '../../api/policy-sets.ts';
import { hasExclusions, scopeText } from '../policy-sets/scope.ts';

type Places = 'workspaces' | 'projects';

/**
 * Returns a lower bound for the number of workspaces or projects to which the policy sets apply together. A response
 * names only some of a set's workspaces or projects, so the number of different names can be too low. If the count of a
 * single set is higher, that count is returned.
 */
const countOf = (sets: readonly PolicySet[], places: Places, counts: readonly number[]): number =>
  Math.max(
    new Set(sets.flatMap(({ relationships }) => relationships[places].data.map(({ id }) => id))).size,
    ...counts,
  );

/** Describes the combined scope of policy sets. */
export function appliesTo(sets: readonly PolicySet[]): string {
  if (sets.length === 0) return 'Nothing yet';
  const global = sets.filter(({ attributes }) => attributes.global);
  return scopeText({
    isGlobal: global.length > 0,
    workspaces: countOf(
      sets,
      'workspaces',
      sets.map(({ attributes }) => attributes['workspace-count']),
    ),
    projects: countOf(
      sets,
      'projects',
      sets.map(({ attributes }) => attributes['project-count']),
    ),
    selectors: sets.flatMap(({ attributes }) => attributes['tag-selectors']),
    // If a global policy set has no exclusions, the policy applies everywhere, even if other sets have exclusions.
    isNarrowed: global.length > 0 ? global.every(hasExclusions) : sets.some(hasExclusions),
  });
}
