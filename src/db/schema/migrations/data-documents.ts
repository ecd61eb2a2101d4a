import type { SchemaChange } from './migration.ts';

/** The data documents of an archive with policies, as its version shows them. */
export const dataDocuments: SchemaChange = {
  name: 'data-documents',
  version: 2,
  phase: 'expand',
  statements: ({ text }) => [`alter table policy_archives add column data_documents ${text}`],
};
