// Route that moves several workspaces into a project with one request.
import type { Context } from '../../../context.ts';
import { nothing } from '../../../http/reply.ts';
import { type Route, route } from '../../../http/route.ts';
import { requireNone } from '../../../jsonapi/errors.ts';
import { identifiersPayload } from '../../../jsonapi/payload.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { lockOrganization } from '../organizations/organizations.ts';
import { projectFor } from '../projects/access.ts';
import type { ProjectRow } from '../projects/store.ts';
import { updateWorkspaceRow, workspacesByIds } from './store.ts';
import { unknownReferences } from './unknown.ts';

/**
 * Moves workspaces into a project of their organization. Throws 422 if one of the identifiers does not belong to a
 * workspace of the organization.
 */
function moveWorkspaces(
  context: Context,
  actor: Actor,
  { id: project, organization_id: organizationId }: ProjectRow,
  ids: readonly string[],
): Promise<void> {
  return auditedTransaction(context, actor, async (tx) => {
    await lockOrganization(tx, organizationId);
    const pointerOf = (index: number) => `/data/${index}/id`;
    requireNone(await unknownReferences(tx, organizationId, { to: 'workspaces', ids, pointerOf }));
    const rows = await tx.rows(workspacesByIds, { ids: JSON.stringify(ids) });
    const moved = rows.filter(({ project_id }) => project_id !== project);
    const updated_at = timestamp(context.clock.now());
    await Promise.all(moved.map(({ id }) => updateWorkspaceRow(tx, id, { project_id: project, updated_at })));
    const audit = moved.map(({ id, project_id }) => ({
      action: 'workspace.update',
      type: 'workspaces',
      id,
      organizationId,
      before: { project: project_id },
      after: { project },
    }));
    return { result: undefined, audit };
  });
}

export const movingRoute: Route = route('POST', '/projects/:project_id/relationships/workspaces', {
  operationId: 'moveWorkspacesToProject',
  summary: 'Move workspaces into a project',
  description: 'The workspaces leave their previous projects. Workspaces that are already in the project are ignored.',
  authorise: projectFor('move-workspaces-into'),
  payload: identifiersPayload('workspaces'),
  reply: nothing,
  handle: (context, { actor, subject, input }) => moveWorkspaces(context, actor, subject.row, input),
});
