import { sql } from 'kysely';
import type { Engine } from '../../../db/engine.ts';
import { isAnyOf, isInJsonArray, withoutIndex } from '../../../db/expressions.ts';
import { among, containing, lower } from '../../../db/filters.ts';
import { list } from '../../../db/list.ts';
import { type Builder, query, total } from '../../../db/query.ts';
import type { StoredRow } from '../../../db/tables.ts';
import { deleter, inserter, updater } from '../../../db/writes.ts';
import { attributeProblem } from '../../../jsonapi/errors.ts';
import { explained } from '../../../jsonapi/violations.ts';
import { folded } from '../../../lib/text/text.ts';
import { tagged } from '../tags/filters.ts';
import { isWanted, tagIdList } from '../tags/store.ts';
import { placesOf } from '../team-access/store.ts';
import { projects } from './entity.ts';

/** A project with those columns of related records that responses contain. */
export interface ProjectRow extends StoredRow<'projects'> {
  readonly organization_name: string;
  readonly default_project_id: string;
  /** Identifiers of the project's tags, separated by spaces. */
  readonly tag_ids: string | null;
}

/** Problems to report if a table constraint is violated. The keys are the names of the constraints. */
const violations = {
  projects_organization_id_name_key: attributeProblem('name', 'taken', 'Name has already been taken'),
};

export const insertProject = explained(violations, inserter('projects'));
export const updateProjectRow = explained(violations, updater('projects'));
export const deleteProjectRow = deleter('projects');

const projectRows = (db: Builder) =>
  db
    .selectFrom('projects')
    .innerJoin('organizations', 'organizations.id', 'projects.organization_id')
    .select(projects.all)
    .select(['organizations.name as organization_name', 'organizations.default_project_id'])
    .select(({ selectFrom }) =>
      selectFrom('tag_bindings')
        .select(tagIdList)
        .whereRef('tag_bindings.project_id', '=', 'projects.id')
        .as('tag_ids'),
    );

export const projectById = query<{ id: string }>()((db, { id }) => projectRows(db).where('projects.id', '=', id));

export const projectByName = query<{ organization: string; name: string }>()((db, { organization, name }) =>
  projectRows(db).where('projects.organization_id', '=', organization).where('projects.name', '=', name),
);

/** Projects with the given identifiers. `ids` is a JSON array. */
export const projectsByIds = query<{ ids: string }>()((db, { ids }, engine) =>
  projectRows(db).where(({ ref }) => isInJsonArray(engine, ref('projects.id'), ids)),
);

/** Those of the given identifiers that belong to a project of the organization. `ids` is a JSON array. */
export const projectIdsAmong = query<{ organization: string; ids: string }>()((db, { organization, ids }, engine) =>
  db
    .selectFrom('projects')
    .select('id')
    .where(({ ref }) => withoutIndex(engine, ref('organization_id')), '=', organization)
    .where(({ ref }) => isInJsonArray(engine, ref('id'), ids)),
);

/** Names of projects. `ids` is a JSON array. */
export const projectNames = query<{ ids: string }>()((db, { ids }, engine) =>
  db
    .selectFrom('projects')
    .select(['id', 'name'])
    .where(({ ref }) => isInJsonArray(engine, ref('id'), ids)),
);

export const someWorkspaceOf = query<{ project: string }>()((db, { project }) =>
  db.selectFrom('workspaces').select('id').where('project_id', '=', project).limit(1),
);

/**
 * Condition that one of the teams has access to the project or to a workspace in it. `teams` is a JSON array of
 * identifiers.
 */
const isReadable = (engine: Engine, teams: string) => {
  const places = placesOf(engine, teams);
  const isOfTeams = isAnyOf(engine, sql.ref('workspaces.id'), places.workspaces);
  return isAnyOf(
    engine,
    sql.ref('projects.id'),
    sql`${places.projects} union all select workspaces.project_id from workspaces where ${isOfTeams}`,
  );
};

/** Projects that members of the teams can read. `teams` is a JSON array of identifiers. */
export const projectsOfTeams = query<{ teams: string }>()((db, { teams }, engine) =>
  db
    .selectFrom('projects')
    .select('id')
    .where(() => isReadable(engine, teams)),
);

/** Those of the given projects that members of the teams can read. `ids` and `teams` are JSON arrays. */
export const projectsOfTeamsAmong = query<{ ids: string; teams: string }>()((db, { ids, teams }, engine) =>
  db
    .selectFrom('projects')
    .select('id')
    .where(({ ref }) => isInJsonArray(engine, ref('id'), ids))
    .where(() => isReadable(engine, teams)),
);

interface ProjectListArguments {
  readonly organization: string;
  /** Identifiers of the projects that the caller can read, as a JSON array. Undefined if the caller can read all. */
  readonly ids: string | undefined;
}

/** An organization's projects, sorted by name. */
export const projectList = list<ProjectListArguments>()(
  (db, { organization }, { engine, uses }) =>
    projectRows(db).where(
      ({ ref }) => {
        const column = ref('projects.organization_id');
        return uses('ids') ? withoutIndex(engine, column) : column;
      },
      '=',
      organization,
    ),
  (rows) => rows.orderBy('projects.name'),
  {
    filters: {
      ids: {
        parameters: [],
        where: ({ ref }, ids, { engine }) => isInJsonArray(engine, ref('projects.id'), ids),
        isScan: true,
      },
      'filter[names]': among(lower('projects.name'), folded),
      q: { ...containing(lower('projects.name')), parameters: ['q', 'search[name]'] },
      'filter[tagged]': tagged(({ selectFrom }) =>
        selectFrom('tag_bindings')
          .select('tag_bindings.id')
          .whereRef('tag_bindings.project_id', '=', 'projects.id')
          .where(isWanted),
      ),
    },
  },
);

/** Other projects of the organization that have the same name, ignoring case. `name` is in lower case. */
export const projectNamesake = query<{ organization: string; name: string; id: string }>()(
  (db, { organization, name, id }) =>
    db
      .selectFrom('projects')
      .select('id')
      .where('organization_id', '=', organization)
      .where(sql<string>`lower(projects.name)`, '=', name)
      .where('id', '<>', id)
      .limit(1),
);

export const projectCount = query<{ organization: string }>()((db, { organization }) =>
  db.selectFrom('projects').select(total).where('organization_id', '=', organization),
);
