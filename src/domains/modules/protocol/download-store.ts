import { sql } from 'kysely';
import type { Transaction } from '../../../db/database.ts';
import { isInJsonArray } from '../../../db/expressions.ts';
import { list, type RowOfList } from '../../../db/list.ts';
import { type Builder, query, type RowsOf } from '../../../db/query.ts';
import type { Tables } from '../../../db/tables.ts';
import { hasOrganization } from '../../organizations/index.ts';

export type DownloadRow = RowOfList<typeof downloadPage>;

/** SQL expression for the identifier in `consumer`; null if the consumer has another type. */
const idOf = (kind: 'user' | 'team' | 'organization') =>
  sql<string>`case when module_downloads.consumer like ${sql.lit(`${kind}:%`)} then substr(module_downloads.consumer, ${sql.lit(kind.length + 2)}) end`;

/**
 * Selects downloads with the consumer's name. Names are read with subqueries instead of joins. For a join, PostgreSQL
 * might compare all downloads with all teams.
 */
const downloads = (db: Builder) =>
  db
    .selectFrom('module_downloads')
    .select(['module_downloads.consumer', 'module_downloads.count', 'module_downloads.last_downloaded_at'])
    .select(({ fn, selectFrom }) =>
      fn
        .coalesce(
          selectFrom('users').select('users.username').where('users.id', '=', idOf('user')),
          selectFrom('teams')
            .select('teams.name')
            .where('teams.id', '=', idOf('team'))
            .where(({ ref }) => hasOrganization(ref('teams.organization_id'))),
          selectFrom('organizations').select('organizations.name').where('organizations.id', '=', idOf('organization')),
        )
        .as('name'),
    );

export const downloadPage = list<{ version: string }>()(
  (db, { version }) => downloads(db).where('module_downloads.version_id', '=', version),
  (rows) => rows.orderBy('module_downloads.last_downloaded_at', 'desc').orderBy('module_downloads.consumer'),
  { key: ['version_id', 'consumer'] },
);

export type ConsumerRow = RowsOf<typeof latestConsumers>;

/**
 * Selects, for each version, the five consumers that downloaded it most recently since a given time, and the total
 * number of its consumers. `versions` is a JSON array of identifiers.
 */
export const latestConsumers = query<{ versions: string; since: string }>()((db, { versions, since }, engine) =>
  downloads(db)
    .innerJoin(
      db
        .selectFrom('module_downloads as recent')
        .select(['recent.version_id', 'recent.consumer'])
        .select(sql<number>`count(*) over (partition by recent.version_id)`.as('total'))
        .select(
          sql<number>`row_number() over (partition by recent.version_id order by recent.last_downloaded_at desc, recent.consumer)`.as(
            'rank',
          ),
        )
        .where(({ ref }) => isInJsonArray(engine, ref('recent.version_id'), versions))
        .where('recent.last_downloaded_at', '>=', since)
        .as('ranked'),
      (join) =>
        join
          .onRef('ranked.version_id', '=', 'module_downloads.version_id')
          .onRef('ranked.consumer', '=', 'module_downloads.consumer'),
    )
    .where('ranked.rank', '<=', 5)
    .select(['module_downloads.version_id', 'ranked.total'])
    .orderBy('ranked.rank'),
);

export type ModuleDownloadRow = RowsOf<typeof downloadsOfModule>;

export const downloadsOfModule = query<{ module: string }>()((db, { module }) =>
  downloads(db)
    .innerJoin('module_versions', 'module_versions.id', 'module_downloads.version_id')
    .leftJoin('module_deprecations', 'module_deprecations.version_id', 'module_versions.id')
    .where('module_versions.module_id', '=', module)
    .select(['module_versions.version', 'module_deprecations.id as deprecation_id'])
    .orderBy('module_versions.precedence', 'desc')
    .orderBy('module_versions.version', 'desc')
    .orderBy('module_downloads.last_downloaded_at', 'desc')
    .orderBy('module_downloads.consumer'),
);

/** Counts one download of a version by a consumer. */
export const countDownload = (tx: Transaction, row: Omit<Tables['module_downloads'], 'count'>): Promise<unknown> =>
  tx.run((db) =>
    db
      .insertInto('module_downloads')
      .values({ ...row, count: 1 })
      .onConflict((known) =>
        known.columns(['version_id', 'consumer']).doUpdateSet(({ eb, ref }) => ({
          count: eb(ref('module_downloads.count'), '+', 1),
          last_downloaded_at: row.last_downloaded_at,
        })),
      ),
  );
