import { Type } from 'typebox';
import { spacedParts } from '../../../db/expressions.ts';
import { permissionsOf } from '../../../jsonapi/permissions.ts';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { organizationRights } from '../access.ts';
import { may, type Rights } from '../organizations/rights.ts';
import { executionMode } from '../runs/runner-only.ts';
import { projectCompat } from './compat.ts';
import { projects } from './entity.ts';
import type { ProjectRow } from './store.ts';

/** A project, with the caller's rights in the project's organization. */
export interface ShownProject extends ProjectRow {
  readonly rights: Rights;
}

export const projectResource = resource<ShownProject>({
  type: 'projects',
  attributes: {
    ...projects.shown,
    'default-execution-mode': shown(Type.Literal(executionMode), () => executionMode),
    ...permissionsOf<ShownProject>({
      'can-read': () => true,
      'can-update': may(organizationRights.projects.update),
      'can-destroy': (row) => may(organizationRights.projects.delete)(row) && row.id !== row.default_project_id,
      'can-create-workspace': may(organizationRights.workspaces.update),
      'can-manage-tags': may(organizationRights.projects.update),
    }),
    ...projectCompat.shown,
  },
  relationships: {
    organization: { to: 'organizations', one: ({ organization_name }) => organization_name },
    'tag-bindings': { to: 'tag-bindings', many: ({ tag_ids }) => spacedParts(tag_ids) },
    'effective-tag-bindings': { to: 'effective-tag-bindings', many: ({ tag_ids }) => spacedParts(tag_ids) },
  },
  links: { self: ({ id }) => `/api/v2/projects/${id}` },
});
