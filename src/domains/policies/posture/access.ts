// Access control of posture: everybody counts what they may read.

import type { Permission } from '../../../kernel/permissions.ts';
import { hasOrganizationPermission, type OrganizationAccess, requirePermission } from '../../organizations/index.ts';

/** The permissions that show workspaces; each of them also shows all evaluations. */
const workspaceReaders: readonly Permission[] = ['read-workspaces', 'manage-workspaces', 'manage-policies'];

/** Finds the organization for actors that read its workspaces; 404 for everybody else. */
export const requireWorkspaceReader = requirePermission(...workspaceReaders);

export const readsWorkspaces = ({ rights }: OrganizationAccess): boolean =>
  hasOrganizationPermission(rights, ...workspaceReaders);

export const readsExemptions = ({ rights }: OrganizationAccess): boolean =>
  hasOrganizationPermission(rights, 'manage-policy-overrides', 'manage-policies');
