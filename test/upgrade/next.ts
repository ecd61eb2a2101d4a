// Simulated migration steps of future releases. One adds a column with an index and fills the column, another removes a
// column.
import { migrations, schemaVersion } from '../../src/db/schema/migrations/index.ts';
import type { Migration, SchemaChange } from '../../src/db/schema/migrations/migration.ts';

/** Schema version of this program. */
export const present = schemaVersion();

const summaries: SchemaChange = {
  name: 'summaries',
  version: present + 1,
  phase: 'expand',
  statements: ({ text }) => [
    `alter table policies add column summary ${text}`,
    `alter table failed_attempts add column summary ${text}`,
  ],
  indexes: [{ name: 'policies_by_summary', on: 'policies (summary)' }],
  backfills: ['policies', 'failed_attempts'].map((table) => ({
    table,
    key: table === 'policies' ? 'id' : 'key',
    set: "summary = 'none'",
    where: 'summary is null',
  })),
};

/** Migration step of the release after the next, when all programs write `summary` and none reads the old column. */
const noCounts: SchemaChange = {
  name: 'no-counts',
  version: present + 2,
  phase: 'contract',
  backfills: [{ table: 'policies', key: 'id', set: "summary = 'none'", where: 'summary is null' }],
  statements: () => ['alter table failed_attempts drop column count'],
};

/** Migration steps of the next release, and of the release after it. */
export const nextSteps: readonly Migration[] = [...migrations, summaries];
export const lastSteps: readonly Migration[] = [...nextSteps, noCounts];

/**
 * The migration steps of this program and an additional one. The additional step has the present schema version, so
 * programs of this version may continue to serve.
 */
export const raisedSteps: readonly Migration[] = [...migrations, { ...summaries, version: present }];
