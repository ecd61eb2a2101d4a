import type { TablesOf } from '../../../db/tables.ts';
import { attribute, entity } from '../../../jsonapi/entity.ts';
import { nullable, text } from '../../../lib/columns.ts';
import { TagKey, TagValue } from './schema.ts';

/** A tag of a workspace or of a project. The value may be empty. */
export const tagBindings = entity('tag_bindings', {
  id: text(),
  workspace_id: nullable(text()),
  project_id: nullable(text()),
  key: attribute(text(), { set: 'always', isRequired: true, schema: TagKey() }),
  value: attribute(text(), { set: 'always', schema: TagValue() }),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof tagBindings]> {}
}
