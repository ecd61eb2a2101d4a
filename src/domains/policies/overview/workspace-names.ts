import type { Context } from '../../../context.ts';
import { isInJsonArray } from '../../../db/expressions.ts';
import { query } from '../../../db/query.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { OrganizationAccess } from '../../organizations/index.ts';
import { byScope, findScope, type ScopeArguments } from '../posture/scope.ts';

/** Selects those of the given workspaces that are in a scope. `ids` is a JSON array of identifiers. */
const namedWorkspaces = byScope((isInScope) =>
  query<ScopeArguments & { ids: string }>()((db, values, engine) =>
    db
      .selectFrom('workspaces')
      .select(['id', 'name'])
      .where(({ ref }) => isInJsonArray(engine, ref('id'), values.ids))
      .where('organization_id', '=', values.organization)
      .where(({ ref }) => isInScope(engine, ref('workspaces.id'), values)),
  ),
);

/** Adds the name of its workspace to each row. If the caller may not see the workspace, its identifier is added. */
export async function withWorkspaceNames<Row extends { readonly workspace_id: string | null }>(
  context: Context,
  actor: Actor,
  access: OrganizationAccess,
  rows: readonly Row[],
): Promise<readonly (Row & { readonly workspace: string | null })[]> {
  const ids = [...new Set(rows.flatMap(({ workspace_id }) => workspace_id ?? []))];
  const scope = ids.length === 0 ? undefined : await findScope(context, actor, access);
  const kind = scope?.teams === undefined ? 'all' : 'ofTeams';
  const values = { organization: access.organization.id, teams: scope?.teams ?? '[]', ids: JSON.stringify(ids) };
  const found = scope === undefined ? [] : await context.database.rows(namedWorkspaces[kind], values);
  const names = new Map(found.map(({ id, name }) => [id, name]));
  return rows.map((row) => ({ ...row, workspace: names.get(row.workspace_id ?? '') ?? row.workspace_id }));
}
