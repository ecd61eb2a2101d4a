// Workspaces to which teams have access, directly or through their projects. Teams are given as a JSON array of
// identifiers.
import { type SqlBool, sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { isAnyOf, withoutIndex } from '../../../db/expressions.ts';
import type { Filter } from '../../../db/filters.ts';
import { query } from '../../../db/query.ts';
import { isAccessibleTo, placesOf } from '../team-access/store.ts';

/** Filter that checks each workspace in the order of the list. It is for teams with access to many workspaces. */
export const accessibleMany: Filter<'workspaces'> = {
  parameters: [],
  where: ({ ref }, teams, { engine }) =>
    isAccessibleTo(engine, teams, {
      workspace: withoutIndex(engine, ref('workspaces.id')),
      project: withoutIndex(engine, ref('workspaces.project_id')),
    }),
  isScan: true,
  findsKeysFirst: true,
};

/** Filter for the same workspaces that looks up each of them by its identifier. It is for teams with few workspaces. */
export const accessibleFew: Filter<'workspaces'> = {
  parameters: [],
  where: ({ ref }, teams, { engine }) => {
    const { workspaces, projects } = placesOf(engine, teams);
    const isInProject = isAnyOf(engine, sql.ref('accessible.project_id'), projects);
    return isAnyOf(
      engine,
      ref('workspaces.id'),
      sql`select accessible.id from workspaces as accessible where ${isInProject} union all ${workspaces}`,
    );
  },
  isScan: true,
};

/** Number of workspaces to which at least one of the teams has access. */
export const accessibleCount = query<{ teams: string }>()((db, { teams }, engine) => {
  const { workspaces, projects } = placesOf(engine, teams);
  const count = db.selectFrom('workspaces').select(({ fn }) => fn.countAll<number>().as('count'));
  const inProjects = count.where(({ ref }) => isAnyOf(engine, ref('project_id'), projects));
  const others = count
    .where(({ ref }) => isAnyOf(engine, ref('id'), workspaces))
    .where(({ ref }) => sql<SqlBool>`${withoutIndex(engine, ref('project_id'))} not in (${projects})`);
  return db.selectNoFrom(sql<number>`${inProjects} + ${others}`.as('total'));
});

/** Returns the number of workspaces to which at least one of the teams has access. */
export const countAccessible = async (database: Pick<Database, 'scan'>, teams: string): Promise<number> =>
  (await database.scan(accessibleCount, { teams }))[0]?.total ?? 0;
