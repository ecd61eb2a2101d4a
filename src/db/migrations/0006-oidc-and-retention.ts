import type { Migration } from './migration.ts';

/** The keys that sign workload identity tokens with their timers, and how long superseded data is kept. */
export const oidcAndRetention: Migration = {
  name: '0006-oidc-and-retention',
  statements: ({ text }) => [
    `create table oidc_keys (
      kid ${text} primary key,
      public_key ${text} not null,
      private_key ${text},
      created_at ${text} not null,
      retired_at ${text}
    )`,
    `create table oidc_signing (
      id integer primary key,
      kid ${text} references oidc_keys (kid),
      next_rotation_at ${text} not null,
      next_trim_at ${text} not null
    )`,
    "insert into oidc_signing (id, kid, next_rotation_at, next_trim_at) values (1, null, '', '')",
    `create table data_retention (
      id integer primary key,
      policy_id ${text},
      days integer,
      revision integer not null,
      purged_revisions bigint not null,
      purged_bytes bigint not null
    )`,
    `insert into data_retention (id, policy_id, days, revision, purged_revisions, purged_bytes)
      values (1, null, null, 0, 0, 0)`,
  ],
};
