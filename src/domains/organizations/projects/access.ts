import type { Context } from '../../../context.ts';
import { existing } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../lib/actor.ts';
import type { Permission } from '../../../lib/permissions.ts';
import {
  hasOrganizationPermission,
  hasSomePermission,
  type OrganizationAccess,
  type RecordAccess,
  type Rights,
  requireAccessTo,
  requirePermission,
} from '../organizations/access.ts';
import { type ProjectRow, projectById, projectByName } from './store.ts';

/** The permissions that show projects. Policies apply to projects, so people who manage policies see them too. */
const reading: readonly Permission[] = [
  'read-projects',
  'manage-projects',
  'read-workspaces',
  'manage-workspaces',
  'manage-policies',
];

export type ProjectAccess = RecordAccess<ProjectRow>;

export const requireProjectReader = requirePermission(...reading);
export const requireProjectManager = requirePermission('manage-projects');
export const readableProject = requireAccessTo(reading, projectById);
export const managedProject = requireAccessTo(['manage-projects'], projectById);

/** Finds a project by its name for actors that `required` lets into the organization; 404 for everybody else. */
export async function namedProject(
  context: Context,
  actor: Actor,
  required: typeof requireProjectReader,
  { organization_name, project_name }: { readonly organization_name: string; readonly project_name: string },
): Promise<ProjectAccess> {
  const { organization, rights }: OrganizationAccess = await required(context, actor, organization_name);
  const row = existing(
    await context.database.first(projectByName, { organization: organization.id, name: project_name }),
  );
  return { row, rights };
}

export function canManageProjects(rights: Rights): boolean {
  return hasOrganizationPermission(rights, 'manage-projects');
}

export function canReadProjects(rights: Rights): boolean {
  return hasSomePermission(rights, reading);
}
