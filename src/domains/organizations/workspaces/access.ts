import { workspaceReaders } from '../../../kernel/permissions.ts';
import {
  accessByName,
  hasOrganizationPermission,
  type RecordAccess,
  type Rights,
  requireAccessTo,
  requirePermission,
} from '../organizations/access.ts';
import { type WorkspaceRow, workspaceById, workspaceByName } from './store.ts';

export type WorkspaceAccess = RecordAccess<WorkspaceRow>;

export const requireWorkspaceReader = requirePermission(...workspaceReaders);
export const requireWorkspaceManager = requirePermission('manage-workspaces');
export const readableWorkspace = requireAccessTo(workspaceReaders, workspaceById);
export const managedWorkspace = requireAccessTo(['manage-workspaces'], workspaceById);
export const namedWorkspace = accessByName(workspaceByName);

export function canManageWorkspaces(rights: Rights): boolean {
  return hasOrganizationPermission(rights, 'manage-workspaces');
}

export function canReadWorkspaces(rights: Rights): boolean {
  return hasOrganizationPermission(rights, ...workspaceReaders);
}
