// Databases for test runs on a Citus cluster. A database is created on every node, migrated and distributed.
import { readCluster } from '../../src/db/distribution/cluster.ts';
import { distribute } from '../../src/db/distribution/distribute.ts';
import { parentsFirst } from '../../src/db/distribution/plan.ts';
import { migratePostgres } from '../../src/db/postgres/migrate.ts';
import { connect, urlOf } from './postgres-connection.ts';
import { fingerprint, relationsOf, seedsOf, storeTemplate } from './postgres-template.ts';

/**
 * URL of a database on the coordinator of a Citus cluster that has workers; undefined if the tests use a single server.
 */
// biome-ignore lint/style/noProcessEnv: set by the run on a cluster
export const clusterUrl = process.env.TIPSTAFF_CITUS_URL;

interface Node {
  readonly host: string;
  readonly port: string;
  readonly isCoordinator: boolean;
}

const nodesOf = async (url: string): Promise<readonly Node[]> => {
  await using coordinator = await connect(url);
  const rows = await coordinator.run(
    "select nodename, nodeport::text, (groupid = 0)::text as leads from pg_dist_node where noderole = 'primary' order by groupid",
  );
  return rows.map(({ nodename = '', nodeport = '', leads }) => ({
    host: nodename,
    port: nodeport,
    isCoordinator: leads === 'true',
  }));
};

const urlOn = (url: string, { host, port, isCoordinator }: Node): string => {
  const address = new URL(url);
  if (!isCoordinator) address.host = `${host}:${port}`;
  return address.href;
};

const onEveryNode = async (url: string, statement: string): Promise<void> => {
  for (const node of await nodesOf(url)) {
    await using server = await connect(urlOn(url, node));
    await server.run(statement);
  }
};

export const dropClusterDatabase = (url: string, name: string): Promise<void> =>
  onEveryNode(url, `drop database if exists ${name} with (force)`);

/** Creates a distributed database. Returns the fingerprint of the database's schema. */
export const makeClusterDatabase = async (url: string, name: string): Promise<string | undefined> => {
  await dropClusterDatabase(url, name);
  const nodes = await nodesOf(url);
  for (const node of nodes) {
    await using server = await connect(urlOn(url, node));
    await server.run('set citus.enable_create_database_propagation = off');
    await server.run(`create database ${name}`);
    await using database = await connect(urlOf(urlOn(url, node), name));
    await database.run('create extension citus');
  }
  await using database = await connect(urlOf(url, name));
  for (const { host, port, isCoordinator } of nodes)
    await database.run(`select ${isCoordinator ? 'citus_set_coordinator_host' : 'citus_add_node'}($1, $2::integer)`, [
      host,
      port,
    ]);
  await migratePostgres(urlOf(url, name));
  await distribute(urlOf(url, name), () => undefined);
  return (await database.run(fingerprint))[0]?.value;
};

/** Prepares the cluster for `lendDatabase`. `url` is the URL of a database on the cluster's coordinator. */
export const prepareCluster = async (url: string): Promise<void> => {
  const name = 'copy_0';
  await makeClusterDatabase(url, name);
  await using database = await connect(urlOf(url, name));
  const cluster = await readCluster(async (sql) => database.run(sql));
  const tables = parentsFirst(cluster?.tables ?? []).map((table) => table.name);
  const ofKind = await relationsOf(database.run);
  await using administration = await connect(url);
  await administration.run('drop table if exists copies, template');
  await storeTemplate(administration, {
    restoring: [
      'set citus.multi_shard_modify_mode = sequential',
      ...tables.toReversed().map((table) => `delete from ${table}`),
      ...(await seedsOf(database.run, tables)),
      ...ofKind('S').map((sequence) => `alter sequence ${sequence} restart`),
    ].join(';\n'),
    fingerprint: undefined,
  });
};
