import { organizationRights } from '../access.ts';
import { byId, guard, type RecordAccess } from '../organizations/guard.ts';
import { type ProjectRow, projectById } from './store.ts';

export type ProjectAccess = RecordAccess<ProjectRow>;

export const projectFor = guard(organizationRights.projects, byId(projectById, 'project_id'));
