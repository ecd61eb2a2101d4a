import type { SchemaChange } from './migration.ts';

/** The evaluations of a creator by time: a member lists those that it created. */
export const evaluationsOfCreators: SchemaChange = {
  name: 'evaluations-of-creators',
  version: 2,
  phase: 'expand',
  statements: () => [],
  indexes: [
    {
      name: 'policy_evaluations_of_creator',
      // The expressions of `jsonText`.
      on: {
        sqlite: `policy_evaluations (organization_id, json_extract(created_by, '$.id'), created_at, id)`,
        postgres: `policy_evaluations (organization_id, (created_by::jsonb #>> '{id}'), created_at, id)`,
      },
    },
  ],
};
