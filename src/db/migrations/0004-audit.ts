import type { Migration } from './migration.ts';

/** The audit record can be searched, and is sealed into a chain by a job that one instance at a time does. */
export const audit: Migration = {
  name: '0004-audit',
  statements: ({ text }) => [
    `alter table audit_records add column actor_id ${text}`,
    `alter table audit_records add column impersonator_id ${text}`,
    'alter table audit_records add column sequence bigint',
    `alter table audit_records add column seal ${text}`,
    'create unique index audit_records_by_sequence on audit_records (sequence)',
    'create index audit_records_unsealed on audit_records (id) where seal is null',
    'create index audit_records_by_actor on audit_records (actor_id, id)',
    'create index audit_records_by_impersonator on audit_records (impersonator_id, id) where impersonator_id is not null',
    'create index audit_records_by_action on audit_records (action, id)',
    'create index audit_records_by_resource on audit_records (resource_id, id)',
    'create index audit_records_by_type on audit_records (resource_type, id)',
    'create index audit_records_by_organization on audit_records (organization_id, id)',
    'create index audit_records_by_time on audit_records (at, id)',
    `create table leases (
      name ${text} primary key,
      owner ${text} not null,
      epoch bigint not null,
      expires_at ${text} not null
    )`,
  ],
};
