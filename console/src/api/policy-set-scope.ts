// Scope of a policy set: the workspaces, and the tags by which it selects them.
import { client, type Resource } from './client.ts';
import { applicableList } from './list-specs.ts';
import { list } from './query.ts';

export type Workspace = Resource<'workspaces'>;
export type TagSelector = Resource<'policy-sets'>['attributes']['tag-selectors'][number];

/** The workspaces that a set applies to now. */
export const applicableQuery = list('policy-set', '/api/v2/policy-sets/{policy_set_id}/applicable-workspaces', {
  part: 'applicable',
  spec: applicableList,
});

const selectors = '/api/v2/policy-sets/{policy_set_id}/tag-selectors';

const selecting = (id: string, selector: TagSelector) => ({
  params: { policy_set_id: id },
  body: { data: [selector] },
});

export const addSelector = (id: string, selector: TagSelector) => client.post(selectors, selecting(id, selector));

export const removeSelector = (id: string, selector: TagSelector) => client.delete(selectors, selecting(id, selector));
