import type { TablesOf } from '../../../db/tables.ts';
import { attribute, entity } from '../../../jsonapi/entity.ts';
import { nullable, oneOf, text } from '../../../kernel/columns.ts';
import { TagKey, TagValue } from './schema.ts';

/** A tag of a workspace or of a project. The value may be empty. */
export const tagBindings = entity('tag_bindings', {
  id: text(),
  workspace_id: nullable(text()),
  project_id: nullable(text()),
  key: attribute(text(), { set: 'always', isRequired: true, schema: TagKey() }),
  value: attribute(text(), { set: 'always', schema: TagValue() }),
  /** Form in which it was named: flat, bound with a value that may be empty, or both. */
  kind: oneOf('flat', 'binding', 'both'),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof tagBindings]> {}
}
