import { Type } from 'typebox';
import { spacedParts } from '../../../db/expressions.ts';
import { resource } from '../../../jsonapi/resource.ts';
import { Exactly, Nullable, Timestamp } from '../../../jsonapi/schema.ts';
import type { Vocabulary } from '../../../jsonapi/vocabulary.ts';
import type { PolicySetRow } from './store.ts';

export const policySetResource = (words: Vocabulary) =>
  resource<PolicySetRow>()({
    type: 'policy-sets',
    attributes: Exactly({
      name: Type.String(),
      description: Nullable(Type.String()),
      kind: Type.Enum([words.native, words.opa]),
      global: Type.Boolean(),
      overridable: Type.Boolean(),
      versioned: Type.Boolean(),
      'policy-count': Type.Integer(),
      'workspace-count': Type.Integer(),
      'project-count': Type.Integer(),
      'created-at': Timestamp(),
      'updated-at': Timestamp(),
    }),
    id: ({ id }) => id,
    present: (row) => ({
      name: row.name,
      description: row.description,
      kind: words[row.kind],
      global: row.is_global === 1,
      overridable: row.is_overridable === 1,
      versioned: row.is_versioned === 1,
      'policy-count': row.policy_count,
      'workspace-count': spacedParts(row.workspace_ids).length,
      'project-count': spacedParts(row.project_ids).length,
      'created-at': row.created_at,
      'updated-at': row.updated_at,
    }),
    relationships: {
      organization: { to: 'organizations', one: ({ organization_name }) => organization_name },
      policies: { to: 'policies', many: ({ policy_ids }) => spacedParts(policy_ids) },
      workspaces: { to: 'workspaces', many: ({ workspace_ids }) => spacedParts(workspace_ids) },
      projects: { to: 'projects', many: ({ project_ids }) => spacedParts(project_ids) },
    },
    links: { self: ({ id }) => `/api/v2/policy-sets/${id}` },
  });
