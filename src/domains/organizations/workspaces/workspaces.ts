import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import {
  attributeProblem,
  existing,
  invalid,
  notFound,
  problemAt,
  requireFewer,
  requireNone,
} from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import { maxWorkspaces } from '../../../kernel/linked.ts';
import { folded } from '../../../lib/text/text.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { organizationRights } from '../access.ts';
import { lockOrganization } from '../organizations/organizations.ts';
import { may, type OrganizationAccess } from '../organizations/rights.ts';
import { changeTags, none, unchanged } from '../tags/tags.ts';
import { type AccessPlace, abilitiesIn } from '../team-access/place-access.ts';
import type { WorkspaceAccess } from './access.ts';
import { workspaceCompat } from './compat.ts';
import { workspaces } from './entity.ts';
import type { WorkspaceInput } from './input.ts';
import type { ShownWorkspace } from './resource.ts';
import {
  deleteWorkspaceRow,
  insertWorkspace,
  updateWorkspaceRow,
  type WorkspaceRow,
  workspaceById,
  workspaceCount,
  workspaceNamesake,
} from './store.ts';
import { unknownPlaces } from './unknown.ts';

/** Locks the workspace's organization until the transaction ends. Throws 404 if the workspace has been deleted. */
async function lockWorkspace(
  tx: Transaction,
  { id, organization_id }: Pick<WorkspaceRow, 'id' | 'organization_id'>,
): Promise<WorkspaceRow> {
  await lockOrganization(tx, organization_id);
  return existing(await tx.first(workspaceById, { id }));
}

/**
 * Registers a workspace. Throws 422 if the name is taken or if the project does not belong to the organization. For an
 * actor without `manage-workspaces`, throws 404 if the actor may not register workspaces in the project, and 422 if the
 * workspace has tags.
 */
export function createWorkspace(
  context: Context,
  actor: Actor,
  { organization, rights }: OrganizationAccess,
  { attributes, projectId, tags = none }: WorkspaceInput<{ readonly name: string }>,
): Promise<ShownWorkspace> {
  const id = newId('ws');
  const organization_id = organization.id;
  const compat = workspaceCompat.changed(context.vocabulary, '{}', attributes);
  return auditedTransaction(context, actor, async (tx) => {
    const { default_project_id, workspace_limit } = await lockOrganization(tx, organization_id);
    const project_id = projectId ?? default_project_id;
    const isManager = may(organizationRights.workspaces.update)({ rights });
    if (!isManager) await requireMaintainer(tx, actor, { organization_id, project_id });
    await requireFewerWorkspaces(tx, organization_id, workspace_limit);
    requireNone(await unknownPlaces(tx, organization_id, { project: project_id }));
    await requireFreeName(tx, { id, organization_id, name: attributes.name });
    const created = { description: null, ...workspaces.created(attributes), name: attributes.name };
    const at = timestamp(context.clock.now());
    const keys = { id, organization_id, project_id };
    await insertWorkspace(tx, { ...created, ...keys, compat, created_at: at, updated_at: at });
    const { after } = await changeTags(tx, { column: 'workspace_id', id }, tags);
    if (!isManager && Object.keys(after).length > 0) throw tagsForbidden();
    const row = await lockWorkspace(tx, keys);
    const entry = { action: 'workspace.create', type: 'workspaces', id, organizationId: organization_id };
    return { result: { ...row, rights }, audit: [{ ...entry, after: { ...audited(row), tags: after } }] };
  });
}

/** Updates a workspace. Throws 422 if the name is taken or if the project does not belong to the organization. */
export function updateWorkspace(
  context: Context,
  actor: Actor,
  { row, rights }: WorkspaceAccess,
  { attributes, projectId, tags }: WorkspaceInput,
): Promise<ShownWorkspace> {
  return auditedTransaction(context, actor, async (tx) => {
    const locked = await lockWorkspace(tx, row);
    const { id, organization_id: organizationId } = locked;
    if (projectId !== undefined) requireNone(await unknownPlaces(tx, organizationId, { project: projectId }));
    const compat = workspaceCompat.changed(context.vocabulary, locked.compat, attributes);
    const project_id = projectId ?? locked.project_id;
    const changes = { ...workspaces.changed(attributes), compat, project_id };
    const tagChange = await changeTags(tx, { column: 'workspace_id', id }, tags ?? unchanged);
    const before = { ...audited(locked), tags: tagChange.before };
    const after = { ...audited({ ...locked, ...changes }), tags: tagChange.after };
    if (isDeepStrictEqual(before, after)) return { result: { ...locked, rights }, audit: [] };
    const changed = { ...locked, ...changes };
    if (changed.name !== locked.name) await requireFreeName(tx, changed);
    await updateWorkspaceRow(tx, id, { ...changes, updated_at: timestamp(context.clock.now()) });
    const result = { ...(await lockWorkspace(tx, locked)), rights };
    const entry = { action: 'workspace.update', type: 'workspaces', id, organizationId };
    return { result, audit: [{ ...entry, before, after }] };
  });
}

/** Deletes a workspace. After that, policy sets no longer apply to it. */
export function deleteWorkspace(context: Context, actor: Actor, { row }: WorkspaceAccess): Promise<void> {
  return auditedTransaction(context, actor, async (tx) => {
    const workspace = await lockWorkspace(tx, row);
    const { id, organization_id: organizationId } = workspace;
    await deleteWorkspaceRow(tx, id);
    const entry = { action: 'workspace.delete', type: 'workspaces', id, organizationId };
    return { result: undefined, audit: [{ ...entry, before: audited(workspace) }] };
  });
}

/** Throws 404 if no team of the actor has access to the project with a level that includes registering workspaces. */
async function requireMaintainer(tx: Transaction, actor: Actor, project: AccessPlace): Promise<void> {
  if (!(await abilitiesIn(tx, actor, project)).has('create-workspaces')) throw notFound();
}

const tagsForbidden = () => {
  const detail =
    'Tags determine which policy sets apply to a workspace, so only callers with the permission manage-workspaces can set them: register the workspace without tags';
  return invalid(problemAt('/data/relationships', 'forbidden', detail));
};

/** Throws 422 if the organization has reached its maximum number of workspaces. */
async function requireFewerWorkspaces(tx: Transaction, organization: string, limit: number | null): Promise<void> {
  const counted = await tx.first(workspaceCount, { organization });
  requireFewer(counted, maxWorkspaces, `An organization can have at most ${maxWorkspaces} workspaces`);
  if (limit === null) return;
  requireFewer(counted, limit, `The organization can have at most ${limit} workspaces (workspace-limit)`);
}

/** Throws 422 if another workspace of the organization has the same name, ignoring case. */
async function requireFreeName(
  tx: Transaction,
  { id, organization_id: organization, name }: Pick<WorkspaceRow, 'id' | 'organization_id' | 'name'>,
): Promise<void> {
  const namesake = await tx.first(workspaceNamesake, { organization, name: folded(name), id });
  if (namesake !== undefined) throw invalid(attributeProblem('name', 'taken', 'Name has already been taken'));
}

/** Returns a workspace in the form that audit records contain. */
const audited = (row: WorkspaceRow) => ({
  ...workspaces.audited(row),
  project: row.project_id,
  ...workspaceCompat.audited(row),
});
