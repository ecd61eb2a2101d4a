// State of a Citus cluster, read from the database of its coordinator; changes nothing.
import type { Placement } from './placements.ts';

export type RunQuery = (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

interface ClusterNode {
  /** Such as `10.0.0.2:5432`. */
  readonly address: string;
  readonly isCoordinator: boolean;
  /** True if the coordinator gets an answer from it. */
  readonly answers: boolean;
  /** Number of its shards of distributed tables. */
  readonly shards: number;
}

/** A key of a table: its primary key, or a unique constraint. */
interface Key {
  readonly name: string;
  readonly isPrimary: boolean;
  readonly columns: readonly string[];
}

/** A foreign key of a table. */
export interface ForeignKey {
  readonly name: string;
  readonly parent: string;
  /** As PostgreSQL writes it after the name. */
  readonly definition: string;
}

export interface ClusterTable {
  readonly name: string;
  /** An ordinary table is on the coordinator. */
  readonly placement: Placement;
  readonly keys: readonly Key[];
  readonly foreignKeys: readonly ForeignKey[];
}

export interface Cluster {
  /** Of Citus, such as 13.2-1. */
  readonly version: string;
  /** True if this server is the coordinator of the cluster; the others do not change where tables are. */
  readonly isCoordinator: boolean;
  readonly nodes: readonly ClusterNode[];
  /** True if connections change the shards of a table one after another. */
  readonly isSequential: boolean;
  readonly tables: readonly ClusterTable[];
}

const extension = "select extversion as version from pg_extension where extname = 'citus'";

const nodesOf = `select nodename || ':' || nodeport as address, groupid = 0 as "isCoordinator",
    groupid = 0 or (isactive and citus_check_connection_to_node(nodename, nodeport)) as answers,
    (select count(*)::integer from pg_dist_placement as copy join pg_dist_shard as shard using (shardid)
      join pg_dist_partition as it using (logicalrelid) where copy.groupid = node.groupid and it.partmethod = 'h') as shards
  from pg_dist_node as node where noderole = 'primary' order by groupid, nodename, nodeport`;

const tablesOf = `select it.relname as name,
    case when spread.partmethod = 'h' then jsonb_build_object('by', column_to_column_name(it.oid, spread.partkey))
      when spread.repmodel = 't' then '"everywhere"' else '"coordinator"' end as placement,
    coalesce((select jsonb_agg(jsonb_build_object('name', conname, 'isPrimary', contype = 'p', 'columns',
        (select jsonb_agg(attname order by place) from unnest(conkey) with ordinality as keys (number, place)
          join pg_attribute on attrelid = it.oid and attnum = number)) order by conname)
      from pg_constraint where conrelid = it.oid and contype in ('p', 'u')), '[]') as keys,
    coalesce((select jsonb_agg(jsonb_build_object('name', conname, 'parent', parent.relname,
        'definition', pg_get_constraintdef(pg_constraint.oid)) order by conname)
      from pg_constraint join pg_class as parent on parent.oid = confrelid
      where conrelid = it.oid and contype = 'f'), '[]') as "foreignKeys"
  from pg_class as it left join pg_dist_partition as spread on spread.logicalrelid = it.oid
  where it.relnamespace = quote_ident(current_schema())::regnamespace and it.relkind = 'r'
    and not exists (select from pg_depend where objid = it.oid and deptype = 'e')
  order by it.relname`;

/**
 * Setting for the order in which statements change many shards: in `sequential` order a transaction may also change the tables
 * that those refer to.
 */
export const modifyMode = 'citus.multi_shard_modify_mode';

const sequential = `select exists (select from pg_db_role_setting where '${modifyMode}=sequential' = any (setconfig)
  and setdatabase = (select oid from pg_database where datname = current_database())) as "isSequential"`;

/** The cluster that a PostgreSQL server is part of; undefined where it has no Citus. */
export const readCluster = async (run: RunQuery): Promise<Cluster | undefined> => {
  const [citus] = await run(extension);
  if (citus === undefined) return undefined;
  const [own] = await run('select citus_is_coordinator() as "isCoordinator"');
  const [mode] = await run(sequential);
  const nodes = (await run(nodesOf)) as readonly unknown[] as readonly ClusterNode[];
  const tables = (await run(tablesOf)) as readonly unknown[] as readonly ClusterTable[];
  return {
    version: String(citus.version),
    isCoordinator: own?.isCoordinator === true,
    isSequential: mode?.isSequential === true,
    nodes,
    tables,
  };
};
