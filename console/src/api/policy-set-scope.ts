// Scope of a policy set: the workspaces, and the tags by which it selects them.
import type { Resource } from './client.ts';
import { applicableList } from './list-specs.ts';
import { calling, list } from './query.ts';

export type Workspace = Resource<'workspaces'>;
export type TagSelector = Resource<'policy-sets'>['attributes']['tag-selectors'][number];

/** The workspaces that a set applies to now. */
export const applicableQuery = list('policy-set', '/api/v2/policy-sets/{policy_set_id}/applicable-workspaces', {
  part: 'applicable',
  spec: applicableList,
});

const selectors = '/api/v2/policy-sets/{policy_set_id}/tag-selectors';

export const addSelectors = calling('post', selectors);

export const removeSelectors = calling('delete', selectors);
