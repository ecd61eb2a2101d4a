import type { Context } from '../../../context.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { organizationRights } from '../access.ts';
import { byId, byName, findOrganization, guard, type RecordAccess } from '../organizations/guard.ts';
import { readableScope, withAbility } from '../team-access/place-access.ts';
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

/**
 * Finds the organization for callers who may register workspaces in it, or whose teams have access to any workspace or
 * project. Whether a team may register workspaces depends on the project, which only the body of the request names, so
 * `createWorkspace` checks it.
 */
export const creatingIn = guard(
  organizationRights.workspaces,
  (context: Context, actor: Actor, { organization_name }: { readonly organization_name: string }) =>
    findOrganization(context, actor, organization_name),
  {
    'place-maintainer': async (context, actor, { row: organization, rights }) =>
      (await readableScope(context, actor, { organization, rights }, [])) !== undefined,
  },
)('create');
