// The table `team_access`.
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Engine } from '../../../db/engine.ts';
import { isInJsonArray, withoutIndex } from '../../../db/expressions.ts';
import { query } from '../../../db/query.ts';

/**
 * Queries for the workspaces and for the projects to which teams have access, without parentheses. `teams` is a JSON
 * array of identifiers.
 */
export const placesOf = (engine: Engine, teams: string) => {
  const places = (column: 'workspace_id' | 'project_id') =>
    sql<string>`select team_access.${sql.ref(column)} from team_access where ${isInJsonArray(engine, sql.ref('team_access.team_id'), teams)} and team_access.${sql.ref(column)} is not null`;
  return { workspaces: places('workspace_id'), projects: places('project_id') };
};

/**
 * Condition that one of the teams has access to a workspace, to its project, or to a project. `teams` is a JSON array
 * of identifiers.
 */
export const isAccessibleTo = (
  engine: Engine,
  teams: string,
  {
    workspace,
    project,
  }: { readonly workspace?: Expression<string | null>; readonly project: Expression<string | null> },
): Expression<SqlBool> => {
  const places = placesOf(engine, teams);
  const inProject = sql<SqlBool>`${project} in (${places.projects})`;
  return workspace === undefined ? inProject : sql<SqlBool>`(${inProject} or ${workspace} in (${places.workspaces}))`;
};

/**
 * Selects the levels of access that the teams have to a workspace, directly or through its project, or to a project. An
 * empty string stands for no workspace or no project. `teams` is a JSON array of identifiers.
 */
export const levelsIn = query<{ teams: string; workspace: string; project: string }>()(
  (db, { teams, workspace, project }, engine) =>
    db
      .selectFrom('team_access')
      .select(['access', 'runs', 'creates_workspaces'])
      .where(({ ref }) => isInJsonArray(engine, ref('team_id'), teams))
      .where(({ eb, or, selectFrom }) =>
        or([
          eb('workspace_id', '=', workspace),
          eb('project_id', '=', project),
          eb(
            'project_id',
            '=',
            selectFrom('workspaces').select('workspaces.project_id').where('workspaces.id', '=', workspace),
          ),
        ]),
      ),
);

interface TeamsIn {
  readonly organization: string;
  /** JSON array of identifiers. */
  readonly teams: string;
}

/**
 * SQL for the identifiers of the workspaces and projects to which the teams have access, each of them once, and the
 * condition for a single place. The number of other workspaces does not matter for the selection.
 */
export const accessiblePlaces = (engine: Engine, { organization, teams }: TeamsIn) => {
  const places = placesOf(engine, teams);
  const from = (table: 'workspaces' | 'projects', condition: RawBuilder<unknown>) => sql`
    select ${sql.ref(`${table}.id`)} from ${sql.table(table)}
    where ${withoutIndex(engine, sql.ref(`${table}.organization_id`))} = ${organization} and ${condition}`;
  return {
    workspaces: sql`${from('workspaces', sql`workspaces.project_id in (${places.projects})`)} union all ${from(
      'workspaces',
      sql`workspaces.id in (${places.workspaces}) and workspaces.project_id not in (${places.projects})`,
    )}`,
    projects: from('projects', sql`projects.id in (${places.projects})`),
    isAccessible: (place: Parameters<typeof isAccessibleTo>[2]) => isAccessibleTo(engine, teams, place),
  };
};
