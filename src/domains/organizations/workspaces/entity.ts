import { attribute, entity } from '../../../jsonapi/entity.ts';
import { Name } from '../../../jsonapi/schema.ts';
import { generated, json, nullable, text, time } from '../../../kernel/columns.ts';

/**
 * Registered workspaces. Other tools manage the workspaces themselves. In this service, policy sets apply to
 * workspaces, and evaluations refer to them.
 */
export const workspaces = entity('workspaces', {
  id: text(),
  organization_id: text(),
  project_id: text(),
  name: attribute(text(), { set: 'always', isRequired: true, schema: Name() }),
  description: attribute(nullable(text()), { set: 'always' }),
  /** Attributes that are stored only for third-party clients. */
  compat: generated(json()),
  created_at: attribute(time()),
  updated_at: attribute(time()),
});
