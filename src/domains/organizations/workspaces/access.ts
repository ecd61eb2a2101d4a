import { organizationRights } from '../access.ts';
import { byId, byName, guard, type RecordAccess } from '../organizations/guard.ts';
import { type WorkspaceRow, workspaceById, workspaceByName } from './store.ts';

export type WorkspaceAccess = RecordAccess<WorkspaceRow>;

export const workspaceFor = guard(organizationRights.workspaces, byId(workspaceById, 'workspace_id'));
export const namedWorkspaceFor = guard(organizationRights.workspaces, byName(workspaceByName, 'workspace_name'));
