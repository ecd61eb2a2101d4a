// Reads the state of a Citus cluster from the coordinator's database, without changing it.
import type { Placement } from './placements.ts';

export type RunQuery = (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

interface ClusterNode {
  /** Host and port of the node, such as `10.0.0.2:5432`. */
  readonly address: string;
  readonly isCoordinator: boolean;
  /** Whether the coordinator can reach the node. */
  readonly answers: boolean;
  /** Number of shards of distributed tables on the node. */
  readonly shards: number;
}

/** Primary key or unique constraint of a table. */
interface Key {
  readonly name: string;
  readonly isPrimary: boolean;
  readonly columns: readonly string[];
}

export interface ForeignKey {
  readonly name: string;
  readonly parent: string;
  /** Definition of the constraint as PostgreSQL formats it, without its name. */
  readonly definition: string;
}

export interface ClusterTable {
  readonly name: string;
  /** Placement of the table. A table that is not distributed is on the coordinator. */
  readonly placement: Placement;
  readonly keys: readonly Key[];
  readonly foreignKeys: readonly ForeignKey[];
}

export interface Cluster {
  /** Version of the Citus extension, such as `13.2-1`. */
  readonly version: string;
  /** Whether this server is the cluster's coordinator. Other nodes cannot change the placement of tables. */
  readonly isCoordinator: boolean;
  readonly nodes: readonly ClusterNode[];
  /** Whether new connections modify the shards of a table one after another. */
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
 * Citus setting that controls how a statement modifies many shards. In `sequential` mode, the same transaction may also
 * modify the tables that the shards refer to.
 */
export const modifyMode = 'citus.multi_shard_modify_mode';

const sequential = `select exists (select from pg_db_role_setting where '${modifyMode}=sequential' = any (setconfig)
  and setdatabase = (select oid from pg_database where datname = current_database())) as "isSequential"`;

/** Reads the cluster that a PostgreSQL server is part of. Returns undefined if the server does not have Citus. */
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
