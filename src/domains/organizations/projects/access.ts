import type { Permission } from '../../../kernel/permissions.ts';
import {
  accessByName,
  hasOrganizationPermission,
  type RecordAccess,
  type Rights,
  requireAccessTo,
  requirePermission,
} from '../organizations/access.ts';
import { type ProjectRow, projectById, projectByName } from './store.ts';

/** The permissions that show projects. Policies apply to projects, so people who manage policies see them too. */
const reading: readonly Permission[] = [
  'read-projects',
  'manage-projects',
  'read-workspaces',
  'manage-workspaces',
  'manage-policies',
];

export type ProjectAccess = RecordAccess<ProjectRow>;

export const requireProjectReader = requirePermission(...reading);
export const requireProjectManager = requirePermission('manage-projects');
export const readableProject = requireAccessTo(reading, projectById);
export const managedProject = requireAccessTo(['manage-projects'], projectById);
export const namedProject = accessByName(projectByName);

export function canManageProjects(rights: Rights): boolean {
  return hasOrganizationPermission(rights, 'manage-projects');
}

export function canReadProjects(rights: Rights): boolean {
  return hasOrganizationPermission(rights, ...reading);
}
