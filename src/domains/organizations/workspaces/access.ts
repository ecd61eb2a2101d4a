import type { Context } from '../../../context.ts';
import { existing } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../lib/actor.ts';
import type { Permission } from '../../../lib/permissions.ts';
import {
  hasOrganizationPermission,
  hasSomePermission,
  type RecordAccess,
  type Rights,
  requireAccessTo,
  requirePermission,
} from '../organizations/access.ts';
import { type WorkspaceRow, workspaceById, workspaceByName } from './store.ts';

/** The permissions that show workspaces. Policies apply to workspaces, so people who manage policies see them too. */
const reading: readonly Permission[] = ['read-workspaces', 'manage-workspaces', 'manage-policies'];

export type WorkspaceAccess = RecordAccess<WorkspaceRow>;

export const requireWorkspaceReader = requirePermission(...reading);
export const requireWorkspaceManager = requirePermission('manage-workspaces');
export const readableWorkspace = requireAccessTo(reading, workspaceById);
export const managedWorkspace = requireAccessTo(['manage-workspaces'], workspaceById);

/** Finds a workspace by its name for actors that `required` lets into the organization; 404 for everybody else. */
export async function namedWorkspace(
  context: Context,
  actor: Actor,
  required: typeof requireWorkspaceReader,
  { organization_name, workspace_name }: { readonly organization_name: string; readonly workspace_name: string },
): Promise<WorkspaceAccess> {
  const { organization, rights } = await required(context, actor, organization_name);
  const row = existing(
    await context.database.first(workspaceByName, { organization: organization.id, name: workspace_name }),
  );
  return { row, rights };
}

export function canManageWorkspaces(rights: Rights): boolean {
  return hasOrganizationPermission(rights, 'manage-workspaces');
}

export function canReadWorkspaces(rights: Rights): boolean {
  return hasSomePermission(rights, reading);
}
