import { Type } from 'typebox';
import { spacedParts } from '../../../db/expressions.ts';
import { permissionsOf } from '../../../jsonapi/permissions.ts';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { Exactly } from '../../../jsonapi/schema.ts';
import { organizationRights } from '../access.ts';
import { may, type Rights } from '../organizations/rights.ts';
import { executionMode } from '../runs/runner-only.ts';
import { workspaceCompat } from './compat.ts';
import { workspaces } from './entity.ts';
import type { WorkspaceRow } from './store.ts';

/** A workspace, with the caller's rights in the workspace's organization. */
export interface ShownWorkspace extends WorkspaceRow {
  readonly rights: Rights;
}

const { update, delete: remove } = organizationRights.workspaces;
const never = (): boolean => false;

export const workspaceResource = resource<ShownWorkspace>({
  type: 'workspaces',
  attributes: {
    ...workspaces.shown,
    'tag-names': shown(Type.Array(Type.String()), ({ tag_names }) => [...spacedParts(tag_names)]),
    'execution-mode': shown(Type.Literal(executionMode), () => executionMode),
    operations: shown(Type.Literal(false), () => false as const),
    locked: shown(Type.Literal(false), () => false as const),
    source: shown(Type.Literal('tfe-api'), () => 'tfe-api' as const),
    // A workspace can always be deleted, because the service stores no resources that would remain.
    actions: shown(Exactly({ 'is-destroyable': Type.Literal(true) }), () => ({ 'is-destroyable': true as const })),
    'resource-count': shown(Type.Literal(0), () => 0 as const),
    ...permissionsOf<ShownWorkspace>({
      'can-update': may(update),
      'can-destroy': may(remove),
      'can-force-delete': may(remove),
      'can-manage-tags': may(update),
      'can-read-settings': () => true,
      'can-queue-run': never,
      'can-queue-apply': never,
      'can-queue-destroy': never,
      'can-lock': never,
      'can-unlock': never,
      'can-force-unlock': never,
      'can-read-variable': never,
      'can-update-variable': never,
      'can-read-state-versions': never,
      'can-create-state-versions': never,
      'can-manage-run-tasks': never,
    }),
    ...workspaceCompat.shown,
  },
  relationships: {
    organization: { to: 'organizations', one: ({ organization_name }) => organization_name },
    project: { to: 'projects', one: ({ project_id }) => project_id },
    'tag-bindings': { to: 'tag-bindings', many: ({ tag_ids }) => spacedParts(tag_ids) },
    'effective-tag-bindings': {
      to: 'effective-tag-bindings',
      many: ({ effective_tag_ids }) => spacedParts(effective_tag_ids),
    },
  },
  links: { self: ({ id }) => `/api/v2/workspaces/${id}` },
  // These links contain names instead of identifiers, because some clients use names in the URLs of workspaces and
  // their pages.
  compatLinks: {
    self: ({ organization_name, name }) => `/api/v2/organizations/${organization_name}/workspaces/${name}`,
    'self-html': ({ organization_name, name }) => `/app/${organization_name}/workspaces/${name}`,
  },
});
