import { Type } from 'typebox';
import { permissionsOf } from '../../../jsonapi/permissions.ts';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { linkedCount, linkedIn } from '../../../kernel/linked.ts';
import { policySets } from './entity.ts';
import type { PolicySetRow } from './store.ts';
import { selectorsOf, tagSelectorSchema } from './tag-selectors.ts';

/** All callers who can read policy sets may also change them. */
const always = (): boolean => true;

const attributes = {
  ...policySets.shown,
  'tag-selectors': shown(Type.Array(tagSelectorSchema), selectorsOf),
  ...permissionsOf<PolicySetRow>({ 'can-update': always, 'can-destroy': always }),
  'policy-count': shown(Type.Integer(), (row: PolicySetRow) => row.policy_count + row.version_policy_count),
  'workspace-count': shown(Type.Integer(), ({ workspace_ids }: PolicySetRow) => linkedCount(workspace_ids)),
  'project-count': shown(Type.Integer(), ({ project_ids }: PolicySetRow) => linkedCount(project_ids)),
};

export const policySetResource = resource<PolicySetRow>({
  type: 'policy-sets',
  attributes,
  relationships: {
    organization: { to: 'organizations', one: ({ organization_name }) => organization_name },
    policies: { to: 'policies', many: ({ policy_ids }) => linkedIn(policy_ids) },
    workspaces: { to: 'workspaces', many: ({ workspace_ids }) => linkedIn(workspace_ids) },
    projects: { to: 'projects', many: ({ project_ids }) => linkedIn(project_ids) },
    'workspace-exclusions': { to: 'workspaces', many: (row) => linkedIn(row.excluded_workspace_ids) },
    approvers: { to: 'teams', many: ({ approver_ids }) => linkedIn(approver_ids) },
    'current-version': { to: 'policy-set-versions', one: ({ current_version_id }) => current_version_id },
    'newest-version': { to: 'policy-set-versions', one: ({ newest_version_id }) => newest_version_id },
    'project-exclusions': { to: 'projects', many: (row) => linkedIn(row.excluded_project_ids) },
  },
  links: { self: ({ id }) => `/api/v2/policy-sets/${id}` },
});
