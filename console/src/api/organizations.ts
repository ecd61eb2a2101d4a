import type { Resource } from './client.ts';
import { organizationList } from './list-specs.ts';
import { creating, list, record } from './query.ts';

const organizations = '/api/v2/organizations';
export const organization = `${organizations}/{organization_name}` as const;

/** A page of the user's organizations. */
export const organizationsQuery = list('organizations', organizations, { spec: organizationList });

/** An organization by name, with the user's permissions. */
export const organizationQuery = record('organization', organization);

/** Creates an organization. The user becomes its owner. */
export const createOrganization = creating(organizations, 'organizations');

/** Whether the user can see some or all of the organization's workspaces and projects. */
export const canReadWorkspaces = ({ attributes: { permissions } }: Resource<'organizations'>): boolean =>
  permissions['can-read-workspaces'];

/**
 * Whether the user can see all of the organization's evaluations. Other users see only the evaluations that they
 * created, that name them as the author of their run, or whose workspace they can see.
 */
export const canReadEvaluations = ({ attributes: { permissions } }: Resource<'organizations'>): boolean =>
  permissions['can-read-evaluations'];

/** Whether the user can create, change and delete workspaces. */
export const canManageWorkspaces = ({ attributes: { permissions } }: Resource<'organizations'>): boolean =>
  permissions['can-create-workspace'];

/** Whether the user can create, change and delete projects. */
export const canManageProjects = ({ attributes: { permissions } }: Resource<'organizations'>): boolean =>
  permissions['can-create-project'];

/** Whether the user can manage the organization's policies. */
export const canManagePolicies = ({ attributes: { permissions } }: Resource<'organizations'>): boolean =>
  permissions['can-update-native'];

/** Whether the user can override results and create exemptions in the whole organization. */
export const canOverride = ({ attributes: { permissions } }: Resource<'organizations'>): boolean =>
  permissions['can-manage-policy-overrides'];

/** Maximum duration of exemptions in days. Null if there is none. */
export const exemptionMaxDays = ({ attributes }: Resource<'organizations'>): number | null =>
  attributes['policy-exemption-max-days'];

/** Maximum duration of overrides and approvals in days. Null if there is none. */
export const overrideMaxDays = ({ attributes }: Resource<'organizations'>): number | null =>
  attributes['policy-override-max-days'];
