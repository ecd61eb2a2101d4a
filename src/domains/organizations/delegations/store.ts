// The table `policy_override_delegations`.
import { type SqlBool, sql } from 'kysely';
import { isInJsonArray } from '../../../db/expressions.ts';
import { list } from '../../../db/list.ts';
import { type Builder, query, total } from '../../../db/query.ts';
import type { StoredRow } from '../../../db/tables.ts';
import { deleter, inserter } from '../../../db/writes.ts';
import { idInTenant } from '../tenants/store.ts';
import { overrideDelegations } from './entity.ts';

export type DelegationRow = StoredRow<'policy_override_delegations'> & { readonly organization_name: string };

export const insertDelegation = inserter('policy_override_delegations');
export const deleteDelegationRow = deleter('policy_override_delegations');

/** Selects the delegations whose team still exists. */
const delegationRows = (db: Builder) =>
  db
    .selectFrom('policy_override_delegations')
    .where(({ ref }) => {
      const tenant = ref('policy_override_delegations.organization_id');
      return sql<SqlBool>`${idInTenant('teams', tenant, ref('policy_override_delegations.team_id'))} is not null`;
    })
    .innerJoin('organizations', 'organizations.id', 'policy_override_delegations.organization_id')
    .select(overrideDelegations.all)
    .select('organizations.name as organization_name');

export const delegationById = query<{ id: string }>()((db, { id }) =>
  delegationRows(db).where('policy_override_delegations.id', '=', id),
);

export const delegationList = list<{ organization: string }>()(
  (db, { organization }) => delegationRows(db).where('policy_override_delegations.organization_id', '=', organization),
  (rows) =>
    rows.orderBy('policy_override_delegations.created_at', 'desc').orderBy('policy_override_delegations.id', 'desc'),
);

export const countDelegations = query<{ team: string }>()((db, { team }) =>
  db.selectFrom('policy_override_delegations').select(total).where('team_id', '=', team),
);

/** A workspace and a project whose delegations are searched. An empty string matches no delegation. */
interface DelegationScope {
  readonly workspace: string;
  readonly project: string;
}

export const delegationOf = query<DelegationScope & { team: string }>()((db, { team, workspace, project }) =>
  db
    .selectFrom('policy_override_delegations')
    .select('id')
    .where('team_id', '=', team)
    .where(({ or, eb }) => or([eb('workspace_id', '=', workspace), eb('project_id', '=', project)])),
);

/**
 * Selects one of the given teams that has a delegation for the workspace or project; `teams` is a JSON array of
 * identifiers.
 */
export const delegateIn = query<DelegationScope & { teams: string }>()((db, { teams, workspace, project }, engine) =>
  db
    .selectFrom('policy_override_delegations')
    .select('team_id')
    .where(({ ref }) => isInJsonArray(engine, ref('team_id'), teams))
    .where(({ or, eb }) => or([eb('workspace_id', '=', workspace), eb('project_id', '=', project)]))
    .limit(1),
);
