// Content of an organization: the rows that a refused request must not change.
import { columnsOf, rawQuery, rowText } from '../support/row-texts.ts';
import type { World } from '../support/world.ts';

/** Returns the rows of an organization as JSON texts, in the same order on both engines. */
export type RowsOf = (organizationId: string) => Promise<readonly string[]>;

const organizationIs = 'organization_id = $id';
const belongsTo = (column: string, table: string): string =>
  `${column} in (select id from ${table} where ${organizationIs})`;

const conditions: Readonly<Record<string, string>> = {
  organizations: 'id = $id',
  policies: organizationIs,
  policy_sets: organizationIs,
  teams: organizationIs,
  memberships: organizationIs,
  projects: organizationIs,
  workspaces: organizationIs,
  tag_bindings: belongsTo('workspace_id', 'workspaces'),
  policy_evaluations: organizationIs,
  policy_evaluation_changes: belongsTo('evaluation_id', 'policy_evaluations'),
  policy_evaluation_digests: belongsTo('evaluation_id', 'policy_evaluations'),
  policy_evaluation_values: organizationIs,
  policy_inputs: organizationIs,
  policy_replays: organizationIs,
  policy_exemptions: organizationIs,
  policy_exemption_requests: organizationIs,
  policy_approvals: organizationIs,
  policy_override_delegations: organizationIs,
  team_access: organizationIs,
  policy_run_tasks: organizationIs,
  policy_run_task_calls: organizationIs,
  modules: organizationIs,
  module_versions: belongsTo('module_id', 'modules'),
  policy_revisions: belongsTo('policy_id', 'policies'),
  policy_set_policies: belongsTo('policy_id', 'policies'),
};

/** Returns a function that reads all rows of an organization with one statement. */
export async function rowsOfOrganizations({ context: { database } }: World): Promise<RowsOf> {
  const { engine } = database;
  const columns = await columnsOf(database);
  const parts = Object.entries(conditions).map(
    ([table, condition]) =>
      `select '${table} ' || ${rowText(engine, columns.get(table) ?? [])} as row from ${table} t where ${condition}`,
  );
  const sql = parts.join(' union all ').replaceAll('$id', engine === 'sqlite' ? '?1' : '$1');
  const read = rawQuery<{ row: string }>(sql, ['id']);
  return async (id) => (await database.rows(read, { id })).map(({ row }) => row).sort();
}
