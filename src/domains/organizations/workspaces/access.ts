import { organizationRights } from '../access.ts';
import { byId, byName, guard, type RecordAccess } from '../organizations/guard.ts';
import { withAbility } from '../team-access/place-access.ts';
import { type WorkspaceRow, workspaceById, workspaceByName } from './store.ts';

export type WorkspaceAccess = RecordAccess<WorkspaceRow>;

const conditions = {
  'place-reader': withAbility<WorkspaceRow>('read', ({ organization_id, id }) => ({
    organization_id,
    workspace_id: id,
  })),
};

export const workspaceFor = guard(organizationRights.workspaces, byId(workspaceById, 'workspace_id'), conditions);

export const workspaceByNameFor = guard(
  organizationRights.workspaces,
  byName(workspaceByName, 'workspace_name'),
  conditions,
);
