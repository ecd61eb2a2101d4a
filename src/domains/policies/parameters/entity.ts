import { attribute, entity } from '../../../jsonapi/entity.ts';
import { Text } from '../../../jsonapi/schema.ts';
import { Tag } from '../../../jsonapi/tag.ts';
import { flag, generated, nullable, text, time } from '../../../kernel/columns.ts';

/**
 * A named value that the policies of a set can read. A sensitive value is encrypted and never included in API
 * responses.
 */
export const policySetParameters = entity('policy_set_parameters', {
  id: text(),
  policy_set_id: text(),
  key: attribute(text(), { set: 'always', isRequired: true, schema: { ...Text(255), minLength: 1 } }),
  /** Value of the parameter; null if the parameter is sensitive. */
  value: nullable(text()),
  sealed_value: nullable(text()),
  is_sensitive: attribute(generated(flag()), { as: 'sensitive', set: 'always' }),
  created_at: time(),
});

const { key, value } = Tag().properties;

/**
 * A value that replaces the value of a parameter in one place: in a workspace, in the workspaces of a project, or in
 * the workspaces with a tag. The replacing value is encrypted if the parameter is sensitive.
 */
export const parameterOverrides = entity('policy_parameter_overrides', {
  id: text(),
  parameter_id: text(),
  /**
   * Text that identifies the place in queries: the identifier of the workspace or project, or the text that `tagPlace`
   * returns.
   */
  place: text(),
  workspace_id: nullable(text()),
  project_id: nullable(text()),
  tag_key: attribute(nullable(text()), { set: 'once', schema: key }),
  /** Value of the tag. Null if the override applies to every value of the tag. */
  tag_value: attribute(nullable(text()), { set: 'once', schema: value }),
  value: nullable(text()),
  sealed_value: nullable(text()),
  created_at: time(),
});
