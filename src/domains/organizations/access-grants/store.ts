// Queries and changes of the table `team_access` for the routes that show, give, change and remove access.
import { sql } from 'kysely';
import { isInJsonArray } from '../../../db/expressions.ts';
import { equal } from '../../../db/filters.ts';
import { list } from '../../../db/list.ts';
import { type Builder, query, total } from '../../../db/query.ts';
import type { StoredRow } from '../../../db/tables.ts';
import { deleter, inserter, updater } from '../../../db/writes.ts';
import { isAccessibleTo } from '../team-access/store.ts';
import { isVisible, type TeamView } from '../teams/visibility.ts';
import { teamAccess } from './entity.ts';
import { type AccessKind, projectKind, workspaceKind } from './kinds.ts';

/** Access of a team to a workspace or project, with facts about the team. */
export interface AccessRow extends StoredRow<'team_access'> {
  /** Bit set with the organization-wide permissions of the team. */
  readonly team_permissions: number;
  /** 1 if overrides in the workspace or project are delegated to the team, otherwise 0. */
  readonly is_delegated: number;
  /** Identifier of the project, or of the project that contains the workspace. */
  readonly project: string | null;
}

export const insertAccess = inserter('team_access');
export const updateAccessRow = updater('team_access');
export const deleteAccessRow = deleter('team_access');

const projectOfWorkspace = sql<
  string | null
>`(select placed.project_id from workspaces as placed where placed.id = team_access.workspace_id)`;

/** Selects one kind of access. Access of deleted teams is left out. */
const accessRows = (db: Builder, { column }: AccessKind) =>
  db
    .selectFrom('team_access')
    .innerJoin('teams', (join) =>
      join
        .onRef('teams.id', '=', 'team_access.team_id')
        .onRef('teams.organization_id', '=', 'team_access.organization_id'),
    )
    .select(teamAccess.all)
    .select('teams.permissions as team_permissions')
    .select([
      sql<number>`case when exists (select 1 from policy_override_delegations as delegated
        where delegated.team_id = team_access.team_id
        and delegated.${sql.ref(column)} = ${sql.ref(`team_access.${column}`)}) then 1 else 0 end`.as('is_delegated'),
      (column === 'project_id' ? sql<string | null>`team_access.project_id` : projectOfWorkspace).as('project'),
    ])
    .where(`team_access.${column}`, 'is not', null);

const byId = (kind: AccessKind) =>
  query<{ id: string }>()((db, { id }) => accessRows(db, kind).where('team_access.id', '=', id));

export const accessById = { workspace: byId(workspaceKind), project: byId(projectKind) };

const listOf = (kind: AccessKind) =>
  list<TeamView & { readonly organization: string }>()(
    (db, parameters) =>
      accessRows(db, kind)
        .where('team_access.organization_id', '=', parameters.organization)
        .where(() => isVisible(parameters)),
    (rows) => rows.orderBy('team_access.created_at', 'desc').orderBy('team_access.id', 'desc'),
    {
      filters: {
        [`filter[${kind.place}][id]`]: equal(`team_access.${kind.column}`),
        'filter[team][id]': equal('team_access.team_id'),
        // Teams of a caller who may read only the workspaces and projects to which these teams have access.
        reading: {
          parameters: [],
          where: ({ ref }, teams, { engine }) =>
            kind.place === 'workspace'
              ? isAccessibleTo(engine, teams, {
                  workspace: ref('team_access.workspace_id'),
                  project: projectOfWorkspace,
                })
              : isAccessibleTo(engine, teams, { project: ref('team_access.project_id') }),
        },
      },
    },
  );

/** Lists the access of teams that are visible to the viewer, newest first. */
export const accessLists = { workspace: listOf(workspaceKind), project: listOf(projectKind) };

/** A team of the organization that is visible to the viewer. */
export const grantee = query<TeamView & { organization: string; id: string }>()((db, parameters) =>
  db
    .selectFrom('teams')
    .select(['id', 'is_owners', 'permissions'])
    .where('organization_id', '=', parameters.organization)
    .where('id', '=', parameters.id)
    .where(() => isVisible(parameters)),
);

/** Access of a team to a workspace or project. An empty string stands for no workspace or no project. */
export const accessOf = query<{ team: string; workspace: string; project: string }>()(
  (db, { team, workspace, project }) =>
    db
      .selectFrom('team_access')
      .select('id')
      .where('team_id', '=', team)
      .where(({ or, eb }) => or([eb('workspace_id', '=', workspace), eb('project_id', '=', project)])),
);

export const accessCount = query<{ team: string }>()((db, { team }) =>
  db.selectFrom('team_access').select(total).where('team_id', '=', team),
);

/**
 * Selects those of the workspaces and projects to which one of the teams has access with one of the levels. The
 * parameters are JSON arrays; `places` contains identifiers of workspaces and projects.
 */
export const placesWithLevel = query<{ teams: string; places: string; levels: string }>()(
  (db, { teams, places, levels }, engine) =>
    db
      .selectFrom('team_access')
      .select(['workspace_id', 'project_id'])
      .where(({ ref }) => isInJsonArray(engine, ref('team_id'), teams))
      .where(({ ref }) => isInJsonArray(engine, ref('access'), levels))
      .where(({ or, ref }) =>
        or([
          isInJsonArray(engine, sql<string>`${ref('workspace_id')}`, places),
          isInJsonArray(engine, sql<string>`${ref('project_id')}`, places),
        ]),
      ),
);
