// Access control of posture: everybody counts what they may read.

import { workspaceReaders } from '../../../kernel/permissions.ts';
import { hasOrganizationPermission, type OrganizationAccess, requirePermission } from '../../organizations/index.ts';

/** Finds the organization for actors that read its workspaces; 404 for everybody else. */
export const requireWorkspaceReader = requirePermission(...workspaceReaders);

export const readsWorkspaces = ({ rights }: OrganizationAccess): boolean =>
  hasOrganizationPermission(rights, ...workspaceReaders);

export const readsExemptions = ({ rights }: OrganizationAccess): boolean =>
  hasOrganizationPermission(rights, 'manage-policy-overrides', 'manage-policies');
