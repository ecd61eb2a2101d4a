import { projectReaders } from '../../../kernel/permissions.ts';
import { organizationRights } from '../access.ts';
import { byId, byName, type GuardCondition, guard, type RecordAccess } from '../organizations/guard.ts';
import { readableRows, withAbility } from '../team-access/place-access.ts';
import { type ProjectRow, projectById, projectByName, projectsOfTeamsAmong } from './store.ts';

export type ProjectAccess = RecordAccess<ProjectRow>;

/** Leaves out the projects that the actor may not read, and adds the actor's rights to the others. */
export const readableProjects = readableRows(projectReaders, projectsOfTeamsAmong);

const conditions: Readonly<Record<'project-reader' | 'place-reader', GuardCondition<ProjectRow>>> = {
  'project-reader': async (context, actor, { row }) => (await readableProjects(context, actor, [row])).length > 0,
  'place-reader': withAbility('read', ({ id, organization_id }) => ({ organization_id, project_id: id })),
};

export const projectFor = guard(organizationRights.projects, byId(projectById, 'project_id'), conditions);

export const projectByNameFor = guard(organizationRights.projects, byName(projectByName, 'project_name'), conditions);
