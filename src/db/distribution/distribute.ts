// Distributes tables over the nodes of a Citus cluster. Each step is one transaction. The database catalog shows which
// steps are done.

import { connectedClient } from '../postgres/client.ts';
import { alone, runTransaction } from '../postgres/migrate.ts';
import { NotDistributable } from '../schema/errors.ts';
import { type Cluster, readCluster } from './cluster.ts';
import { type DistributionPlan, planOf } from './plan.ts';

export interface Distribution extends DistributionPlan, Pick<Cluster, 'version' | 'nodes'> {}

const requireCluster = (cluster: Cluster | undefined): Cluster => {
  if (cluster === undefined) {
    throw new NotDistributable(
      'The database does not have the extension citus, so its tables stay on one server: docs/operate/postgresql.md describes how to set up a cluster.',
    );
  }
  if (!cluster.isCoordinator) {
    throw new NotDistributable(
      'TIPSTAFF_DATABASE_URL names a worker of the Citus cluster: use the URL of the coordinator, which is the only node that can distribute tables.',
    );
  }
  if (cluster.nodes.every(({ isCoordinator }) => isCoordinator)) {
    throw new NotDistributable(
      'The Citus cluster has no workers: add each worker on the coordinator with "select citus_add_node(host, port)".',
    );
  }
  return cluster;
};

const withClient = async <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = await connectedClient(url);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

type Client = Awaited<ReturnType<typeof connectedClient>>;

const clusterOf = (client: Client): Promise<Cluster | undefined> =>
  readCluster(async (sql) => (await client.query<Record<string, unknown>>(sql)).rows);

const distributionOf = async (client: Client): Promise<Distribution> => {
  const cluster = requireCluster(await clusterOf(client));
  return { ...planOf(cluster), version: cluster.version, nodes: cluster.nodes };
};

/** Returns a cluster's version, its nodes and its missing distribution steps. Throws `NotDistributable`. */
export const readDistribution = (url: string): Promise<Distribution> => withClient(url, distributionOf);

/** Whether distribution steps are missing on a cluster. */
export const isDue = (url: string): Promise<boolean> =>
  withClient(url, async (client) => {
    const cluster = await clusterOf(client);
    return cluster?.isCoordinator === true && planOf(cluster).steps.length > 0;
  });

/**
 * Executes the missing distribution steps. Only one program at a time can do this. While a table is copied, it is
 * locked against changes.
 */
export const distribute = (url: string, progress: (sentence: string) => void): Promise<Distribution> =>
  alone(url, () =>
    withClient(url, async (client) => {
      const { steps } = await distributionOf(client);
      const inTransaction = runTransaction(client);
      for (const [index, { tables, setting, statements }] of steps.entries()) {
        progress(`Step ${index + 1} of ${steps.length}: ${setting ?? tables.join(', ')}.`);
        await inTransaction(async (run) => {
          for (const statement of statements) await run(statement);
        });
      }
      return distributionOf(client);
    }),
  );
