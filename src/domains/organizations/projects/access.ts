import { organizationRights } from '../access.ts';
import { byId, byName, guard, type RecordAccess } from '../organizations/guard.ts';
import { type ProjectRow, projectById, projectByName } from './store.ts';

export type ProjectAccess = RecordAccess<ProjectRow>;

export const projectFor = guard(organizationRights.projects, byId(projectById, 'project_id'));
export const namedProjectFor = guard(organizationRights.projects, byName(projectByName, 'project_name'));
