import type { SchemaChange } from './migration.ts';

/**
 * What lists of modules show about each version. The columns are not in `module_versions`, because reading a column
 * after the long contents there would be slow. For versions from before this migration, only the number of downloads is
 * known.
 */
export const moduleSummaries: SchemaChange = {
  name: 'module-summaries',
  version: 2,
  phase: 'expand',
  statements: ({ text }) => [
    `create table module_version_summaries (
      version_id ${text} primary key references module_versions (id) on delete cascade,
      downloads bigint not null default 0,
      description ${text},
      published_by ${text}
    )`,
  ],
  backfills: [
    {
      table: 'module_downloads',
      key: 'version_id',
      insert: `into module_version_summaries (version_id, downloads)
        select version_id, sum(count) from module_downloads where :portion group by version_id
        on conflict (version_id) do nothing`,
    },
  ],
};
