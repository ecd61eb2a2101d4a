import type { SchemaChange } from './migration.ts';

/** Time at which the person behind a session last proved to be the owner of its account. */
export const ownerProof: SchemaChange = {
  name: 'owner-proof',
  version: 2,
  phase: 'expand',
  statements: ({ text }) => [`alter table sessions add column owner_proved_at ${text}`],
};
