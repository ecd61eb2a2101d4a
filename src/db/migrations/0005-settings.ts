import type { Migration } from './migration.ts';

/** Organizations have timeouts of their own where they want other ones than the instance's, and opt in to cost estimation. */
export const settings: Migration = {
  name: '0005-settings',
  statements: ({ text }) => [
    `alter table organizations add column plan_timeout ${text}`,
    `alter table organizations add column apply_timeout ${text}`,
    'alter table organizations add column wants_cost_estimation integer not null default 0',
  ],
};
