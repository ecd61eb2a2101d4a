// Scope of a policy set. It consists of selected workspaces and of tags that select further workspaces.
import type { Resource } from './client.ts';
import { applicableList } from './list-specs.ts';
import { calling, list } from './query.ts';

export type Workspace = Resource<'workspaces'>;
export type TagSelector = Resource<'policy-sets'>['attributes']['tag-selectors'][number];

/** Workspaces that a policy set currently applies to. */
export const applicableQuery = list('policy-set', '/api/v2/policy-sets/{policy_set_id}/applicable-workspaces', {
  part: 'applicable',
  spec: applicableList,
});

const selectors = '/api/v2/policy-sets/{policy_set_id}/tag-selectors';

export const addSelectors = calling('post', selectors);

export const removeSelectors = calling('delete', selectors);
