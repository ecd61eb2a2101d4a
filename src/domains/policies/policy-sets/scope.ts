// Scope of a policy set, for people who want to see where it applies before it does.
import { linkedIn } from '../../../kernel/linked.ts';
import type { PolicySetRow } from './store.ts';
import { selectorsOf, type TagSelector } from './tag-selectors.ts';

const tagOf = ({ 'tag-key': key, 'tag-value': value }: TagSelector) => ({ key, value });

/** The scope of a set. What `applies` says of one workspace, this says of all; a test compares them. */
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
