// Race conditions. Each race runs several times, because a single run may miss the critical moment.
import { sql } from 'kysely';
import { query } from '../../src/db/query.ts';
import type { Answer } from './answer.ts';
import { clusterUrl } from './citus.ts';
import type { World } from './world.ts';

// biome-ignore lint/style/noProcessEnv: the number of rounds is an option of the run
const rounds = Number(process.env.CONCURRENCY_ROUNDS ?? '20');

/** Runs a race `CONCURRENCY_ROUNDS` times, 20 by default. */
export const inRounds = async (play: () => Promise<void>): Promise<void> => {
  for (let round = 0; round < rounds; round += 1) await play();
};

/** Counts responses by status. */
export const statusesOf = (answers: readonly Answer[]): Readonly<Record<string, number>> =>
  Object.fromEntries([...Map.groupBy(answers, ({ status }) => status)].map(([status, same]) => [status, same.length]));

// On a cluster, a connection may wait for a lock on another node. Nodes identify connections by global process ids.
const [connections, number] =
  clusterUrl === undefined ? ['pg_stat_activity', 'pid'] : ['citus_stat_activity', 'global_pid'];

const waiting = query()((db) =>
  db
    .selectFrom(
      sql<{ connection: number }>`(select distinct ${sql.raw(number)} as connection from ${sql.raw(connections)}
        where datname = current_database() and wait_event_type = 'Lock')`.as('waiting'),
    )
    .select('connection'),
);

/**
 * Waits until all given changes wait for a lock. Throws if one of them finishes instead. Returns immediately on SQLite,
 * on which all other changes wait from the beginning.
 */
export const untilWaiting = async ({ engine, context }: World, changes: readonly Promise<unknown>[]): Promise<void> => {
  if (engine === 'sqlite') return;
  let hasEnded = false;
  const end = (): void => {
    hasEnded = true;
  };
  for (const change of changes) change.then(end, end);
  while ((await context.database.rows(waiting, {})).length < changes.length) {
    if (hasEnded) throw new Error('A change that should wait for a lock has ended.');
  }
};
