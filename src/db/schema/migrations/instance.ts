import type { Migration } from './migration.ts';

export const instance: Migration = {
  name: 'instance-schema',
  statements: ({ text }) => [
    // Changed settings: one JSON document for each group of settings.
    `create table settings (
      group_id ${text} primary key,
      revision integer not null,
      document ${text} not null
    )`,

    // Emails that are waiting to be sent.
    `create table outbox (
      id ${text} primary key,
      kind ${text} not null,
      message ${text} not null,
      attempts integer not null,
      next_attempt_at ${text} not null,
      expires_at ${text} not null
    )`,
    'create index outbox_due on outbox (next_attempt_at)',
    'create index outbox_expiry on outbox (expires_at)',

    // Signing keys for workload identity tokens, including older keys that only verify tokens.
    `create table oidc_keys (
      kid ${text} primary key,
      public_key ${text} not null,
      private_key ${text},
      created_at ${text} not null,
      retired_at ${text}
    )`,
    // Contains a single row with the current signing key and the time of the next key rotation.
    `create table oidc_signing (
      id integer primary key,
      kid ${text} references oidc_keys (kid),
      next_rotation_at ${text} not null,
      next_trim_at ${text} not null
    )`,
    "insert into oidc_signing (id, next_rotation_at, next_trim_at) values (1, '', '')",

    // Contains a single row with the retention time of superseded data and the progress of the current purge.
    `create table data_retention (
      id integer primary key,
      policy_id ${text},
      days integer,
      revision integer not null,
      purged_revisions bigint not null,
      purged_bytes bigint not null
    )`,
    'insert into data_retention (id, revision, purged_revisions, purged_bytes) values (1, 0, 0, 0)',
  ],
};
