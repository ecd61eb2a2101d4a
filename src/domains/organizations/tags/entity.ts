import { attribute, entity } from '../../../jsonapi/entity.ts';
import { TagKey, TagValue } from '../../../jsonapi/tag.ts';
import { nullable, oneOf, text } from '../../../kernel/columns.ts';

/** Tags of workspaces and projects. A tag's value may be empty. */
export const tagBindings = entity('tag_bindings', {
  id: text(),
  workspace_id: nullable(text()),
  project_id: nullable(text()),
  key: attribute(text(), { set: 'always', isRequired: true, schema: TagKey() }),
  value: attribute(text(), { set: 'always', schema: TagValue() }),
  /**
   * Form in which clients sent the tag. `flat` means a name only, and `binding` means a key with a value, which may be
   * empty. `both` means that clients sent both forms.
   */
  kind: oneOf('flat', 'binding', 'both'),
});
