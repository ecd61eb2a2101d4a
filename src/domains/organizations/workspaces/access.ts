import type { Permission } from '../../../kernel/permissions.ts';
import {
  accessByName,
  hasOrganizationPermission,
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
export const namedWorkspace = accessByName(workspaceByName);

export function canManageWorkspaces(rights: Rights): boolean {
  return hasOrganizationPermission(rights, 'manage-workspaces');
}

export function canReadWorkspaces(rights: Rights): boolean {
  return hasOrganizationPermission(rights, ...reading);
}
