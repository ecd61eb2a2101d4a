import type { SchemaChange } from './migration.ts';

/** Kind of a tag: named flat, bound to a value, or both. */
export const tagKinds: SchemaChange = {
  name: 'tag-kinds',
  version: 2,
  phase: 'expand',
  statements: ({ text }) => [`alter table tag_bindings add column kind ${text}`],
};
