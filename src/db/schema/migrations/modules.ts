import type { Migration } from './migration.ts';

export const modules: Migration = {
  name: 'modules-schema',
  statements: ({ text, bytes }) => [
    `create table modules (
      id ${text} primary key,
      organization_id ${text} not null references tenants (id) on delete cascade,
      name ${text} not null,
      provider ${text} not null,
      public_namespace ${text} not null default '',
      created_at ${text} not null,
      updated_at ${text} not null,
      unique (organization_id, name, provider, public_namespace)
    )`,
    `create table module_tags (
      id ${text} primary key,
      module_id ${text} not null references modules (id) on delete cascade,
      key ${text} not null,
      value ${text} not null,
      unique (module_id, key)
    )`,

    // Archives of module versions. An archive that no version refers to is still being uploaded.
    `create table module_archives (
      id ${text} primary key,
      created_at ${text} not null
    )`,
    `create table module_chunks (
      archive_id ${text} not null references module_archives (id) on delete cascade,
      position integer not null,
      bytes ${bytes} not null,
      primary key (archive_id, position)
    )`,

    // `contents` can be long. It is the last column, because reading any column after it would be slow.
    `create table module_versions (
      id ${text} primary key,
      module_id ${text} not null references modules (id) on delete cascade,
      version ${text} not null,
      precedence ${text} not null,
      status ${text} not null,
      archive_id ${text} references module_archives (id),
      sha256 ${text},
      size integer,
      created_at ${text} not null,
      updated_at ${text} not null,
      contents ${text},
      unique (module_id, version)
    )`,
    'create index module_versions_by_precedence on module_versions (module_id, precedence, version)',
    'create index module_versions_archive on module_versions (archive_id)',

    // The organization and the time of the last download are repeated in this table, so that one index can sort the
    // list by last use.
    `create table module_deprecations (
      id ${text} primary key,
      organization_id ${text} not null references tenants (id) on delete cascade,
      version_id ${text} not null unique references module_versions (id) on delete cascade,
      reason ${text},
      link ${text},
      last_downloaded_at ${text},
      created_at ${text} not null,
      updated_at ${text} not null
    )`,
    'create index module_deprecations_by_use on module_deprecations (organization_id, last_downloaded_at desc, id)',

    // Number of downloads of a module version by each token owner.
    `create table module_downloads (
      version_id ${text} not null references module_versions (id) on delete cascade,
      consumer ${text} not null,
      count bigint not null,
      last_downloaded_at ${text} not null,
      primary key (version_id, consumer)
    )`,
    'create index module_downloads_latest on module_downloads (version_id, last_downloaded_at desc, consumer)',
  ],
};
