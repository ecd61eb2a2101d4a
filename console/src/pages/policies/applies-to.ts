// Short description of a policy's scope, which is the combined scope of its policy sets.
import type { PolicySet } from '../../api/policy-sets.ts';
import { hasExclusions, scopeText } from '../policy-sets/scope.ts';

type Places = 'workspaces' | 'projects';

/**
 * Minimum number of distinct workspaces or projects in the sets. For a set with many members, only the first ones are
 * known, so the largest count of a single set is used if it is higher.
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
    // A global set without exclusions covers everything, whatever the other sets exclude.
    isNarrowed: global.length > 0 ? global.every(hasExclusions) : sets.some(hasExclusions),
  });
}
