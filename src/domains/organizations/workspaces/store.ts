import { type SqlBool, sql } from 'kysely';
import { containsPattern, isInJsonArray, spacedList, withoutIndex } from '../../../db/expressions.ts';
import { among, containing, equal, lower } from '../../../db/filters.ts';
import { list } from '../../../db/list.ts';
import { type Builder, query, total } from '../../../db/query.ts';
import type { StoredRow } from '../../../db/tables.ts';
import { deleter, inserter, updater } from '../../../db/writes.ts';
import { attributeProblem } from '../../../jsonapi/errors.ts';
import { explained } from '../../../jsonapi/violations.ts';
import { canMatch } from '../../../kernel/matching.ts';
import type { ListRequest } from '../../../kernel/page.ts';
import { folded } from '../../../lib/text/text.ts';
import { tagged } from '../tags/filters.ts';
import { isStoredBinding, isStoredFlat } from '../tags/kind.ts';
import { effectiveTagIdList, effectiveTags, hasAllTags, hasAnyTag, isWanted, tagIdList } from '../tags/store.ts';
import { accessibleFew, accessibleMany } from './accessible.ts';
import { workspaces } from './entity.ts';

/**
 * A workspace with those columns of related records that responses contain. Lists of identifiers and names are
 * separated by spaces.
 */
export interface WorkspaceRow extends StoredRow<'workspaces'> {
  readonly organization_name: string;
  readonly tag_ids: string | null;
  readonly effective_tag_ids: string | null;
  /** Identifiers of the workspace's own flat tags. `tag_names` contains their names. */
  readonly flat_tag_ids: string | null;
  readonly tag_names: string | null;
}

/** Problems to report if a table constraint is violated. The keys are the names of the constraints. */
const violations = {
  workspaces_organization_id_name_key: attributeProblem('name', 'taken', 'Name has already been taken'),
};

export const insertWorkspace = explained(violations, inserter('workspaces'));
export const updateWorkspaceRow = explained(violations, updater('workspaces'));
export const deleteWorkspaceRow = deleter('workspaces');

const workspaceRows = (db: Builder) =>
  db
    .selectFrom('workspaces')
    .innerJoin('organizations', 'organizations.id', 'workspaces.organization_id')
    .select(workspaces.all)
    .select('organizations.name as organization_name')
    .select((eb) => {
      const own = eb.selectFrom('tag_bindings').whereRef('tag_bindings.workspace_id', '=', 'workspaces.id');
      return [
        own.where(isStoredBinding).select(tagIdList).as('tag_ids'),
        effectiveTags(eb).where(isStoredBinding).select(effectiveTagIdList).as('effective_tag_ids'),
        own.where(isStoredFlat).select(tagIdList).as('flat_tag_ids'),
        own
          .where(isStoredFlat)
          .select(({ ref }) => spacedList(ref('tag_bindings.key')).as('names'))
          .as('tag_names'),
      ];
    });

export const workspaceById = query<{ id: string }>()((db, { id }) => workspaceRows(db).where('workspaces.id', '=', id));

export const workspaceByName = query<{ organization: string; name: string }>()((db, { organization, name }) =>
  workspaceRows(db).where('workspaces.organization_id', '=', organization).where('workspaces.name', '=', name),
);

/** Workspaces with the given identifiers. `ids` is a JSON array. */
export const workspacesByIds = query<{ ids: string }>()((db, { ids }, engine) =>
  workspaceRows(db).where(({ ref }) => isInJsonArray(engine, ref('workspaces.id'), ids)),
);

/** Names and projects of workspaces. `ids` is a JSON array. */
export const workspacePlaces = query<{ ids: string }>()((db, { ids }, engine) =>
  db
    .selectFrom('workspaces')
    .select(['id', 'name', 'project_id'])
    .where(({ ref }) => isInJsonArray(engine, ref('id'), ids)),
);

/** Those of the given identifiers that belong to a workspace of the organization. `ids` is a JSON array. */
export const workspaceIdsAmong = query<{ organization: string; ids: string }>()((db, { organization, ids }, engine) =>
  db
    .selectFrom('workspaces')
    .select('id')
    .where(({ ref }) => withoutIndex(engine, ref('organization_id')), '=', organization)
    .where(({ ref }) => isInJsonArray(engine, ref('id'), ids)),
);

/**
 * Returns an SQL pattern for workspace names. With the parameter `search[wildcard-name]`, `*` stands for any text.
 * Without it, names that contain the text in `search[name]` match.
 */
function namePattern(value: NonNullable<ListRequest['value']>): string | null | undefined {
  const [word, wildcard] = [value('search[name]'), value('search[wildcard-name]')];
  if (!canMatch(word, wildcard)) return null;
  if (wildcard === undefined) return word && containsPattern(folded(word));
  const parts = folded(wildcard).split('*');
  return parts.map((part) => part.replaceAll(/[\\%_]/g, '\\$&')).join('%');
}

const byKey = among('tag_bindings.key');

/** Those of the given workspaces to which one of the teams has access. `ids` and `teams` are JSON arrays. */
export const workspacesOfTeams = query<{ ids: string; teams: string }>()((db, { ids, teams }, engine) =>
  db
    .selectFrom('workspaces')
    .select('id')
    .where(({ ref }) => isInJsonArray(engine, ref('id'), ids))
    .where((eb) => accessibleMany.where(eb, teams, { engine, values: {} })),
);

interface WorkspaceListArguments {
  readonly organization: string;
  /**
   * JSON array of teams. The list contains only the workspaces to which they have access. `accessibleFew` has the same
   * meaning, and is faster if there are few such workspaces. If both are undefined, the list contains all workspaces.
   */
  readonly accessibleMany?: string | undefined;
  readonly accessibleFew?: string | undefined;
}

/** An organization's workspaces, sorted by name. */
export const workspaceList = list<WorkspaceListArguments>()(
  (db, { organization }, { engine, uses }) =>
    workspaceRows(db).where(
      ({ ref }) => {
        const column = ref('workspaces.organization_id');
        return uses('filter[project][id]') || uses('accessibleFew') ? withoutIndex(engine, column) : column;
      },
      '=',
      organization,
    ),
  (rows, sort) => rows.orderBy('workspaces.name', sort === 'name' ? 'asc' : 'desc'),
  {
    filters: {
      'search[name]': {
        ...containing(lower('workspaces.name')),
        parameters: ['search[name]', 'search[wildcard-name]'],
        readAll: namePattern,
      },
      'search[exclude-tags]': {
        ...byKey,
        where: (eb, keys, context) =>
          eb.not(
            eb.exists(
              effectiveTags(eb)
                .select('tag_bindings.id')
                .where(byKey.where(eb, keys, context)),
            ),
          ),
        isScan: true,
      },
      'filter[project][id]': equal('workspaces.project_id'),
      // This service performs no runs, so no workspace has a current run.
      'filter[current-run][status]': { read: () => null, where: ({ lit }) => lit(false) },
      'filter[tagged]': tagged((eb) => effectiveTags(eb).select('tag_bindings.id').where(isWanted), 'search[tags]'),
      accessibleFew,
      // The last condition, because it takes longer to check than the others.
      accessibleMany,
    },
    sorts: ['name', '-name'],
  },
);

interface ScopeTag {
  readonly key: string;
  /** Value of the tag. Null matches any value. */
  readonly value: string | null;
}

/** Scope that selects workspaces of an organization. It includes and excludes workspaces, projects and tags. */
export interface WorkspaceScope {
  /** Identifier of the organization. */
  readonly organization: string;
  readonly isGlobal: boolean;
  readonly workspaces: readonly string[];
  readonly projects: readonly string[];
  readonly tags: readonly ScopeTag[];
  /** Whether a workspace must have all of the tags, rather than at least one. */
  readonly needsAllTags: boolean;
  readonly excludedWorkspaces: readonly string[];
  readonly excludedProjects: readonly string[];
  /** A workspace with at least one of these tags is excluded. */
  readonly excludedTags: readonly ScopeTag[];
}

/**
 * A scope in the form of query parameters. Lists of identifiers and lists of tags are JSON arrays. A tag is an object
 * with a key and a value.
 */
type ScopeArguments = {
  readonly [Name in keyof WorkspaceScope]: WorkspaceScope[Name] extends boolean ? 0 | 1 : string;
};

/** Workspaces that a scope includes, without those that it excludes. */
export const workspacesInScope = list<ScopeArguments>()(
  (db, scope, { engine }) =>
    workspaceRows(db)
      .where('workspaces.organization_id', '=', scope.organization)
      .where((eb) => {
        const wanted = () => effectiveTags(eb).select('tag_bindings.id').where(isWanted);
        const isOf = (column: 'id' | 'project_id', ids: string) =>
          isInJsonArray(engine, eb.ref(`workspaces.${column}`), ids);
        const [hasAny, hasAll] = [hasAnyTag(engine, scope.tags, wanted()), hasAllTags(engine, scope.tags, wanted())];
        const hasTags = sql<SqlBool>`${hasAny} and (${scope.needsAllTags} = 0 or ${hasAll})`;
        return eb.and([
          eb.not(isOf('id', scope.excludedWorkspaces)),
          eb.not(isOf('project_id', scope.excludedProjects)),
          eb.not(hasAnyTag(engine, scope.excludedTags, wanted())),
          eb.or([
            sql<SqlBool>`${scope.isGlobal} = 1`,
            isOf('id', scope.workspaces),
            isOf('project_id', scope.projects),
            hasTags,
          ]),
        ]);
      }),
  (rows) => rows.orderBy('workspaces.name'),
  { filters: { 'search[name]': containing(lower('workspaces.name')) }, isScan: true },
);

/** Other workspaces of the organization that have the same name, ignoring case. `name` is in lower case. */
export const workspaceNamesake = query<{ organization: string; name: string; id: string }>()(
  (db, { organization, name, id }) =>
    db
      .selectFrom('workspaces')
      .select('id')
      .where('organization_id', '=', organization)
      .where(sql<string>`lower(workspaces.name)`, '=', name)
      .where('id', '<>', id)
      .limit(1),
);

export const workspaceCount = query<{ organization: string }>()((db, { organization }) =>
  db.selectFrom('workspaces').select(total).where('organization_id', '=', organization),
);
