import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Reader, Transaction } from '../../../db/database.ts';
import type { Engine } from '../../../db/engine.ts';
import { isInJsonArray, isLike, jsonRecords } from '../../../db/expressions.ts';
import { query } from '../../../db/query.ts';
import type { StoredRow, Tables } from '../../../db/tables.ts';
import { inserter } from '../../../db/writes.ts';
import { isAccessibleTo } from '../team-access/store.ts';
import { tagBindings } from './entity.ts';
import { isStoredFlat } from './kind.ts';

export type TagRow = StoredRow<'tag_bindings'>;

/** A tag that applies to a workspace, and whether the workspace inherits it from its project. */
export interface EffectiveTagRow extends TagRow {
  readonly isInherited: boolean;
}

export const insertTags = inserter('tag_bindings');

export async function deleteTags(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.run((db, engine) =>
    db.deleteFrom('tag_bindings').where(({ ref }) => isInJsonArray(engine, ref('id'), JSON.stringify(ids))),
  );
}

const tagsBy = (column: 'workspace_id' | 'project_id') =>
  query<{ ids: string }>()((db, { ids }, engine) =>
    db
      .selectFrom('tag_bindings')
      .select(tagBindings.all)
      .where(({ ref }) => isInJsonArray(engine, sql<string>`${ref(column)}`, ids)),
  );

const tagsOf = { workspace_id: tagsBy('workspace_id'), project_id: tagsBy('project_id') } as const;

/** Column of a tag that refers to the workspace or to the project. */
export type TaggedColumn = keyof typeof tagsOf;

/** Returns the tags of workspaces or projects, sorted by key. */
export async function readTags(
  reader: Reader,
  column: TaggedColumn,
  ids: readonly string[],
): Promise<readonly TagRow[]> {
  // Sorted here, because the database would also sort the tags of several records in memory.
  const rows = await reader.rows(tagsOf[column], { ids: JSON.stringify(ids) });
  return rows.toSorted((one, other) => (one.key < other.key ? -1 : 1));
}

interface TagsInUseArguments {
  readonly organization: string;
  /** JSON array of the teams whose accessible workspaces are counted. Null if all workspaces are counted. */
  readonly teams: string | null;
  readonly pattern: string;
  /** Workspace whose tags are left out. */
  readonly excluded: string;
  readonly limit: number;
}

/** Names of the flat tags in an organization, with the number of workspaces that use each tag. */
export const tagsInUse = query<TagsInUseArguments>()((db, parameters, engine) =>
  db
    .selectFrom('tag_bindings')
    .innerJoin('workspaces', 'workspaces.id', 'tag_bindings.workspace_id')
    .select('tag_bindings.key')
    .select(({ fn }) => fn.countAll<number>().as('workspaces'))
    .where('workspaces.organization_id', '=', parameters.organization)
    .where(isStoredFlat)
    .where(({ ref }) => {
      const places = { workspace: ref('workspaces.id'), project: ref('workspaces.project_id') };
      return sql<SqlBool>`(cast(${parameters.teams} as text) is null or ${isAccessibleTo(engine, parameters.teams ?? '', places)})`;
    })
    .where(({ ref }) => isLike(sql<string>`lower(${ref('tag_bindings.key')})`, parameters.pattern))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('tag_bindings as others')
            .select('others.id')
            .where('others.workspace_id', '=', parameters.excluded)
            .whereRef('others.key', '=', 'tag_bindings.key'),
        ),
      ),
    )
    .groupBy('tag_bindings.key')
    .orderBy('tag_bindings.key')
    .limit(parameters.limit),
);

/** Tags with the given identifiers. `ids` is a JSON array. */
export const tagsByIds = query<{ ids: string }>()((db, { ids }, engine) =>
  db
    .selectFrom('tag_bindings')
    .select(tagBindings.all)
    .where(({ ref }) => isInJsonArray(engine, ref('id'), ids)),
);

/** SQL expression for the tag identifiers in a subquery, separated by spaces and sorted by key. */
export const tagIdList = sql<string | null>`string_agg(tag_bindings.id, ' ' order by tag_bindings.key)`.as('ids');

/** Prefix in the identifiers of inherited tags. The text after the prefix is the identifier of the project's tag. */
export const inheritedPrefix = 'inherited-';

/**
 * SQL expression for the tag identifiers in a subquery for `effectiveTags`, separated by spaces and sorted by key.
 * Inherited tags get the prefix `inheritedPrefix`.
 */
export const effectiveTagIdList = sql<string | null>`string_agg(
  case when tag_bindings.project_id is null then '' else ${sql.lit(inheritedPrefix)} end || tag_bindings.id,
  ' ' order by tag_bindings.key)`.as('ids');

/** Tags that apply to the workspace in the outer query: its own tags, and its project's tags with other keys. */
export const effectiveTags = ({ selectFrom }: ExpressionBuilder<Tables, 'workspaces' | 'organizations'>) =>
  selectFrom('tag_bindings').where(({ or, and, not, exists, eb, ref, selectFrom: from }) =>
    or([
      eb('tag_bindings.workspace_id', '=', ref('workspaces.id')),
      and([
        eb('tag_bindings.project_id', '=', ref('workspaces.project_id')),
        not(
          exists(
            from('tag_bindings as own')
              .select('own.id')
              .whereRef('own.workspace_id', '=', 'workspaces.id')
              .whereRef('own.key', '=', 'tag_bindings.key'),
          ),
        ),
      ]),
    ]),
  );

/** SQL condition that a tag in a subquery is one of the wanted tags. */
export const isWanted = (): Expression<SqlBool> =>
  sql<SqlBool>`tag_bindings.key = records.key and coalesce(records.value, tag_bindings.value) = tag_bindings.value`;

/**
 * SQL condition that a record has all wanted tags. `wanted` is a JSON array of objects with `key` and `value`. A value
 * of null matches any value. `matching` is a subquery for the record's tags that satisfy `isWanted`.
 */
export const hasAllTags = (engine: Engine, wanted: string, matching: Expression<unknown>): Expression<SqlBool> => {
  const records = jsonRecords(engine, wanted, { key: 'text', value: 'text' });
  return sql<SqlBool>`not exists (select 1 from ${records} where not exists ${matching})`;
};

/** SQL condition that a record has at least one of the wanted tags. Takes the same parameters as `hasAllTags`. */
export const hasAnyTag = (engine: Engine, wanted: string, matching: Expression<unknown>): Expression<SqlBool> => {
  const records = jsonRecords(engine, wanted, { key: 'text', value: 'text' });
  return sql<SqlBool>`exists (select 1 from ${records} where exists ${matching})`;
};
