import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { NewRow } from '../../../db/tables.ts';
import { attributeProblem, existing, invalid, requireFewer } from '../../../jsonapi/errors.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import { maxRelated } from '../../../kernel/linked.ts';
import type { Page } from '../../../kernel/page.ts';
import { folded } from '../../../lib/text/text.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { lockOrganization } from '../organizations/organizations.ts';
import type { OrganizationAccess } from '../organizations/rights.ts';
import type { TagsChange } from '../tags/input.ts';
import { changeTags, none, unchanged } from '../tags/tags.ts';
import type { ReadingAccess } from '../team-access/place-access.ts';
import { type ProjectAccess, readableProjects } from './access.ts';
import { projectCompat } from './compat.ts';
import { projects } from './entity.ts';
import type { ShownProject } from './resource.ts';
import {
  deleteProjectRow,
  insertProject,
  type ProjectRow,
  projectById,
  projectCount,
  projectList,
  projectNamesake,
  projectsByIds,
  projectsOfTeams,
  someWorkspaceOf,
  updateProjectRow,
} from './store.ts';

/** Input from a request that creates or updates a project. */
export interface ProjectInput<Attributes extends object = object> {
  readonly attributes: Attributes;
  /** Change of the tags. Undefined if the request does not mention tags. */
  readonly tags: TagsChange | undefined;
}

/** Returns the row of the default project, which every new organization gets. */
export const defaultProject = (organization_id: string, created_at: string): NewRow<'projects'> & { id: string } => ({
  id: newId('prj'),
  organization_id,
  name: 'Default Project',
  description: null,
  created_at,
});

/** Returns a page of those projects of an organization that the caller may read, sorted by name. */
export async function listProjects(
  { database }: Context,
  { organization, rights, teams }: ReadingAccess,
  query: ListQuery,
): Promise<Page<ShownProject>> {
  const readable = teams === undefined ? undefined : await database.scan(projectsOfTeams, { teams });
  const page = await projectList.read(
    database,
    query,
    { organization: organization.id, ids: readable && JSON.stringify(readable.map(({ id }) => id)) },
    { total: (inUse) => (Object.keys(inUse).length === 1 ? readable?.length : undefined) },
  );
  return { ...page, rows: page.rows.map((row) => ({ ...row, rights })) };
}

/** Returns the projects with these identifiers that the actor may read. */
export async function findProjectsByIds(
  context: Context,
  ids: readonly string[],
  actor: Actor,
): Promise<readonly ShownProject[]> {
  const rows = await context.database.rows(projectsByIds, { ids: JSON.stringify(ids) });
  return readableProjects(context, actor, rows);
}

/**
 * Locks the project's organization until the transaction ends, which also locks all its projects. Throws 404 if the
 * project has been deleted.
 */
async function lockProject(
  tx: Transaction,
  { id, organization_id }: Pick<ProjectRow, 'id' | 'organization_id'>,
): Promise<ProjectRow> {
  await lockOrganization(tx, organization_id);
  return existing(await tx.first(projectById, { id }));
}

/** Creates a project. Throws 422 if the name is taken. */
export function createProject(
  context: Context,
  actor: Actor,
  { organization, rights }: OrganizationAccess,
  { attributes, tags = none }: ProjectInput<{ readonly name: string }>,
): Promise<ShownProject> {
  const id = newId('prj');
  const organization_id = organization.id;
  const compat = projectCompat.changed(context.vocabulary, '{}', attributes);
  return auditedTransaction(context, actor, async (tx) => {
    await lockOrganization(tx, organization_id);
    const known = await tx.first(projectCount, { organization: organization_id });
    requireFewer(known, maxRelated, `An organization can have at most ${maxRelated} projects`);
    await requireFreeName(tx, { id, organization_id, name: attributes.name });
    const created = { description: null, ...projects.created(attributes), name: attributes.name };
    const created_at = timestamp(context.clock.now());
    await insertProject(tx, { ...created, id, organization_id, compat, created_at });
    const { after } = await changeTags(tx, { column: 'project_id', id }, tags);
    const row = await lockProject(tx, { id, organization_id });
    const entry = { action: 'project.create', type: 'projects', id, organizationId: organization_id };
    return { result: { ...row, rights }, audit: [{ ...entry, after: { ...audited(row), tags: after } }] };
  });
}

/** Updates a project. If the request contains tags, they replace all existing tags. Throws 422 if the name is taken. */
export function updateProject(
  context: Context,
  actor: Actor,
  { row, rights }: ProjectAccess,
  { attributes, tags }: ProjectInput,
): Promise<ShownProject> {
  return auditedTransaction(context, actor, async (tx) => {
    const locked = await lockProject(tx, row);
    const { id, organization_id: organizationId } = locked;
    const compat = projectCompat.changed(context.vocabulary, locked.compat, attributes);
    const changes = { ...projects.changed(attributes), compat };
    const tagChange = await changeTags(tx, { column: 'project_id', id }, tags ?? unchanged);
    const before = { ...audited(locked), tags: tagChange.before };
    const after = { ...audited({ ...locked, ...changes }), tags: tagChange.after };
    if (isDeepStrictEqual(before, after)) return { result: { ...row, rights }, audit: [] };
    const changed = { ...locked, ...changes };
    if (changed.name !== locked.name) await requireFreeName(tx, changed);
    await updateProjectRow(tx, id, changes);
    const result = { ...(await lockProject(tx, locked)), rights };
    const entry = { action: 'project.update', type: 'projects', id, organizationId };
    return { result, audit: [{ ...entry, before, after }] };
  });
}

/** Deletes a project. Throws 422 for the default project and for a project that has workspaces. */
export function deleteProject(context: Context, actor: Actor, { row }: ProjectAccess): Promise<void> {
  return auditedTransaction(context, actor, async (tx) => {
    const project = await lockProject(tx, row);
    const { id, organization_id: organizationId } = project;
    if (id === project.default_project_id)
      throw invalid({
        code: 'wrong-state',
        detail: 'The default project cannot be deleted: make another project the default project first',
      });
    const workspace = await tx.first(someWorkspaceOf, { project: id });
    if (workspace !== undefined)
      throw invalid({
        code: 'wrong-state',
        detail: 'A project with workspaces cannot be deleted: move or delete its workspaces first',
      });
    await deleteProjectRow(tx, id);
    const entry = { action: 'project.delete', type: 'projects', id, organizationId };
    return { result: undefined, audit: [{ ...entry, before: audited(project) }] };
  });
}

/** Throws 422 if another project of the organization has the same name, ignoring case. */
async function requireFreeName(
  tx: Transaction,
  { id, organization_id: organization, name }: Pick<ProjectRow, 'id' | 'organization_id' | 'name'>,
): Promise<void> {
  const namesake = await tx.first(projectNamesake, { organization, name: folded(name), id });
  if (namesake !== undefined) throw invalid(attributeProblem('name', 'taken', 'Name has already been taken'));
}

/** Returns a project in the form that audit records contain. */
const audited = (row: ProjectRow) => ({ ...projects.audited(row), ...projectCompat.audited(row) });
