// Scope of a policy in a few words: that of its sets together.
import type { PolicySet } from '../../api/policy-sets.ts';

import { hasExclusions, scopeText } from '../policy-sets/scope.ts';

type Places = 'workspaces' | 'projects';

/** Number of places that sets name together. A set with many names only the first of them: then it is at least the greatest number. */
const countOf = (sets: readonly PolicySet[], places: Places, counts: readonly number[]): number =>
  Math.max(
    new Set(sets.flatMap(({ relationships }) => relationships[places].data.map(({ id }) => id))).size,
    ...counts,
  );

/** Scope of policy sets together, in words. */
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
    // A set for everything leaves nothing out, whatever others exclude.
    isNarrowed: global.length > 0 ? global.every(hasExclusions) : sets.some(hasExclusions),
  });
}
