// SQL for the evaluations that a caller may read without a permission to read all evaluations of the organization. They
// are the evaluations that the caller created, those whose run names the caller or a team of the caller as its author,
// and those in places to which a team of the caller has access.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Engine } from '../../../db/engine.ts';
import { isAnyOf, isInJsonArray, jsonText } from '../../../db/expressions.ts';
import type { Filter } from '../../../db/filters.ts';
import { query } from '../../../db/query.ts';
import { accessiblePlaces } from '../../organizations/index.ts';

/** Caller who reads evaluations. `teams` and `authorTeams` are JSON arrays of identifiers. */
export interface EvaluationReader {
  readonly creator: string;
  readonly teams: string;
  /**
   * The caller and the caller's teams, as authors whom runs can name. Empty if the organization does not let authors
   * read evaluations.
   */
  readonly author: string;
  readonly authorTeams: string;
}

/** Arguments for a query without a restriction, which does not use them. */
export const everybody: EvaluationReader = { creator: '', teams: '[]', author: '', authorTeams: '[]' };

interface Readable extends EvaluationReader {
  readonly organization: string;
}

const creatorOf = (engine: Engine) => jsonText(engine, sql.ref('policy_evaluations.created_by'), 'id');

const isOfAuthorTeam = (engine: Engine, { authorTeams }: Readable) =>
  isInJsonArray(engine, sql.ref('policy_evaluations.author_team_id'), authorTeams);

/**
 * SQL for the readable evaluations since the time `since`, in parts that may overlap. Each part reads an index in which
 * the creation time comes last.
 */
const parts = (engine: Engine, reader: Readable, since: string) => {
  const places = accessiblePlaces(engine, reader);
  const from = (source: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`
    from ${source} where policy_evaluations.organization_id = ${reader.organization} and ${condition}
      and policy_evaluations.created_at >= ${since}`;
  const own = (condition: RawBuilder<unknown>) => from(sql`policy_evaluations`, condition);
  return {
    inWorkspaces: from(
      sql`(${places.workspaces}) as place cross join policy_evaluations`,
      sql`policy_evaluations.workspace_id = place.id`,
    ),
    inProjects: from(
      sql`(${places.projects}) as place cross join policy_evaluations`,
      sql`policy_evaluations.workspace_id is null and policy_evaluations.project_id = place.id`,
    ),
    created: own(sql`${creatorOf(engine)} = ${reader.creator}`),
    ofAuthor: own(sql`policy_evaluations.author_id = ${reader.author}`),
    ofAuthorTeam: own(sql`${isOfAuthorTeam(engine, reader)}`),
  };
};

/** Selects a workspace if a team of the caller has access to it. */
export const accessibleWorkspace = query<Pick<Readable, 'organization' | 'teams'> & { workspace: string }>()(
  (db, { organization, teams, workspace }, engine) =>
    db
      .selectFrom('workspaces')
      .select('id')
      .where('id', '=', workspace)
      .where('organization_id', '=', organization)
      .where(({ ref }) =>
        accessiblePlaces(engine, { organization, teams }).isAccessible({
          workspace: ref('id'),
          project: ref('project_id'),
        }),
      ),
);

/** SQL for the identifiers of the readable evaluations since the time `since`. An identifier can occur repeatedly. */
export const readableIds = (engine: Engine, reader: Readable, since: string): RawBuilder<unknown> =>
  sql.join(
    Object.values(parts(engine, reader, since)).map((part) => sql`select policy_evaluations.id ${part}`),
    sql` union all `,
  );

/** Condition that an evaluation is in a workspace or project to which one of the teams has access. */
const isInPlace = (engine: Engine, reader: Readable): RawBuilder<SqlBool> => {
  const { isAccessible } = accessiblePlaces(engine, reader);
  const [workspace, project] = [sql.ref<string>('workspaces.id'), sql.ref<string>('workspaces.project_id')];
  return sql`(
  exists (select 1 from team_access where ${isInJsonArray(engine, sql.ref('team_access.team_id'), reader.teams)}) and (
    exists (select 1 from workspaces
      where workspaces.id = policy_evaluations.workspace_id
        and workspaces.organization_id = policy_evaluations.organization_id
        and ${isAccessible({ workspace, project })})
    or policy_evaluations.workspace_id is null and exists (select 1 from projects
      where projects.id = policy_evaluations.project_id
        and projects.organization_id = policy_evaluations.organization_id
        and ${isAccessible({ project: sql.ref<string>('projects.id') })})))`;
};

/** Condition that an evaluation is readable, for a query that reads the evaluations one after the other. */
const isReadable = (engine: Engine, reader: Readable): RawBuilder<SqlBool> => sql`(
  ${isInPlace(engine, reader)} or policy_evaluations.author_id = ${reader.author}
  or ${isOfAuthorTeam(engine, reader)} or ${creatorOf(engine)} = ${reader.creator})`;

/**
 * Counts the readable evaluations. The parts overlap only in the evaluations that the caller created or that name the
 * caller, which are usually few, so only these are compared with the other parts.
 */
export const countReadable = query<Readable>()((db, reader, engine) => {
  const { inWorkspaces, inProjects, created, ofAuthor, ofAuthorTeam } = parts(engine, reader, '');
  const elsewhere = sql`not ${isInPlace(engine, reader)}`;
  const byOthers = sql`coalesce(${creatorOf(engine)}, '') <> ${reader.creator} and ${elsewhere}`;
  const counts = [
    inWorkspaces,
    inProjects,
    sql`${created} and ${elsewhere}`,
    sql`${ofAuthor} and ${byOthers}`,
    sql`${ofAuthorTeam} and coalesce(policy_evaluations.author_id, '') <> ${reader.author} and ${byOthers}`,
  ].map((part) => sql`(select count(*) ${part})`);
  return { compile: () => sql<{ total: number }>`select ${sql.join(counts, sql` + `)} as total`.compile(db) };
});

/**
 * Filters for the readable evaluations of an organization. `few` finds them through indexes, and `many` checks one
 * evaluation after the other, from the newest on.
 */
export const readingFilters = {
  few: {
    parameters: [],
    where: ({ ref }, _reader, { engine, values }) =>
      isAnyOf(engine, ref('policy_evaluations.id'), readableIds(engine, values, '')),
    isScan: true,
  },
  many: { parameters: [], where: (_eb, _reader, { engine, values }) => isReadable(engine, values), isScan: true },
} satisfies Readonly<Record<string, Filter<'policy_evaluations', Readable>>>;
