// The steps of releases to come, as a test makes them: a column with an index, filled from what there is, and its opposite.
import { migrations, schemaVersion } from '../../src/db/schema/migrations/index.ts';
import type { Migration, SchemaChange } from '../../src/db/schema/migrations/migration.ts';

/** The version of the schema that this program has. */
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

/** A release later all programs write summaries, and nobody counts attempts. */
const noCounts: SchemaChange = {
  name: 'no-counts',
  version: present + 2,
  phase: 'contract',
  backfills: [{ table: 'policies', key: 'id', set: "summary = 'none'", where: 'summary is null' }],
  statements: () => ['alter table failed_attempts drop column count'],
};

/** The steps of the next release, and of the one after. */
export const nextSteps: readonly Migration[] = [...migrations, summaries];
export const lastSteps: readonly Migration[] = [...nextSteps, noCounts];

/** One more step in the version that the schema has: the programs of the version before may serve it. */
export const raisedSteps: readonly Migration[] = [...migrations, { ...summaries, version: present }];
