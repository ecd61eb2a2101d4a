import type { Migration } from './migration.ts';

export const audit: Migration = {
  name: 'audit-schema',
  statements: ({ text, serial }) => [
    // Audit records, which say who did what. A record is written in the same transaction as the change that it
    // describes, and added to the hash chain later.
    `create table audit_records (
      id ${serial},
      at ${text} not null,
      action ${text} not null,
      resource_type ${text} not null,
      resource_id ${text} not null,
      organization_id ${text},
      actor ${text} not null,
      actor_id ${text},
      impersonator_id ${text},
      change ${text} not null,
      request_id ${text} not null,
      address ${text} not null,
      sequence bigint,
      seal ${text}
    )`,
    'create unique index audit_records_by_sequence on audit_records (sequence)',
    'create index audit_records_unsealed on audit_records (id) where seal is null',
    'create index audit_records_by_time on audit_records (at, id)',
    'create index audit_records_by_action on audit_records (action, id)',
    'create index audit_records_by_type on audit_records (resource_type, id)',
    'create index audit_records_by_resource on audit_records (resource_id, id)',
    'create index audit_records_by_organization on audit_records (organization_id, id)',
    'create index audit_records_by_actor on audit_records (actor_id, id)',
    'create index audit_records_by_impersonator on audit_records (impersonator_id, id) where impersonator_id is not null',
  ],
};
