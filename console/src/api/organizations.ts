import type { Resource } from './client.ts';
import { organizationList } from './list-specs.ts';
import { creating, list, record } from './query.ts';

const organizations = '/api/v2/organizations';
export const organization = `${organizations}/{organization_name}` as const;

/** The organizations of the account, a page at a time. */
export const organizationsQuery = list('organizations', organizations, { spec: organizationList });

/** One organization by its name, with what the actor may do in it. */
export const organizationQuery = record('organization', organization);

/** Creates an organization; the actor becomes its owner. */
export const createOrganization = creating(organizations, 'organizations');

/** True if the actor sees the workspaces and projects of an organization. */
export const canReadWorkspaces = ({ attributes: { permissions } }: Resource<'organizations'>): boolean =>
  permissions['can-read-workspaces'];

/** True if the actor sees every evaluation of an organization; others see those that they created. */
export const canReadEvaluations = ({ attributes: { permissions } }: Resource<'organizations'>): boolean =>
  permissions['can-read-evaluations'];

/** True if the actor sees the tokens of an organization itself. */
export const canReadTokens = ({ attributes: { permissions } }: Resource<'organizations'>): boolean =>
  permissions['can-update-api-token'];

/** True if the actor registers, changes and deletes workspaces. */
export const canManageWorkspaces = ({ attributes: { permissions } }: Resource<'organizations'>): boolean =>
  permissions['can-create-workspace'];

/** True if the actor may manage the policies of an organization. */
export const canManagePolicies = ({ attributes: { permissions } }: Resource<'organizations'>): boolean =>
  permissions['can-update-native'];

/** True if the actor overrides and exempts from policies everywhere in an organization. */
export const canOverride = ({ attributes: { permissions } }: Resource<'organizations'>): boolean =>
  permissions['can-manage-policy-overrides'];
