// Scope of a policy set: the workspaces that the set applies to. Users can see it before the next evaluation.
import { linkedIn } from '../../../kernel/linked.ts';
import type { PolicySetRow } from './store.ts';
import { selectorsOf, type TagSelector } from './tag-selectors.ts';

const tagOf = ({ 'tag-key': key, 'tag-value': value }: TagSelector) => ({ key, value });

/**
 * Returns the scope of a policy set. The scope must select the same workspaces as `reasonsFor`, which checks a single
 * workspace; a test compares the two functions.
 */
export function scopeOf(set: PolicySetRow) {
  const selectors = selectorsOf(set);
  return {
    organization: set.organization_id,
    isGlobal: set.is_global === 1,
    workspaces: linkedIn(set.workspace_ids).ids,
    projects: linkedIn(set.project_ids).ids,
    tags: selectors.filter((one) => !one['is-exclude']).map(tagOf),
    needsAllTags: set.tag_selector_matching_logic === 'all',
    excludedWorkspaces: linkedIn(set.excluded_workspace_ids).ids,
    excludedProjects: linkedIn(set.excluded_project_ids).ids,
    excludedTags: selectors.filter((one) => one['is-exclude']).map(tagOf),
  };
}
