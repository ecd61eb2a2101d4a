import { organizationRights } from '../access.ts';
import { byId, guard, type RecordAccess } from '../organizations/guard.ts';
import { type WorkspaceRow, workspaceById } from './store.ts';

export type WorkspaceAccess = RecordAccess<WorkspaceRow>;

export const workspaceFor = guard(organizationRights.workspaces, byId(workspaceById, 'workspace_id'));
