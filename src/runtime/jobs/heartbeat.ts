// Heartbeat that each process of the service writes to the database once a minute. It contains the status of the
// process's jobs.
import { hostname } from 'node:os';
import type { Database, Reader } from '../../db/database.ts';
import { query } from '../../db/query.ts';
import { type Clock, timestamp } from '../../kernel/clock.ts';
import { version } from '../../kernel/version.ts';
import { randomText } from '../../lib/text/random-text.ts';
import type { Expiring } from './expiry.ts';
import type { JobStatus, JobStatuses } from './job-status.ts';
import { repeat } from './repeat.ts';

interface HeartbeatParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobStatuses: JobStatuses;
  readonly log: { warn(details: object, message: string): void };
}

/** Latest heartbeat of a process that uses this database. */
export interface Heartbeat {
  readonly host: string;
  readonly version: string;
  readonly startedAt: string;
  readonly seenAt: string;
  readonly jobs: readonly JobStatus[];
}

const [minute, day] = [60_000, 86_400_000];
/** Time in ms without a heartbeat after which a process counts as stopped. */
const maxSilence = 3 * minute;
/** Maximum number of heartbeats that are read. */
const maxHeartbeats = 100;
const maxHostLength = 255;

export const expiringHeartbeats: Expiring = { table: 'presences', key: 'id' };

/** Returns the heartbeats of the running processes, the longest-running process first. Returns at most 100. */
export async function liveHeartbeats(reader: Reader, now: number): Promise<readonly Heartbeat[]> {
  const rows = await reader.rows(heartbeatsSince, { since: timestamp(now - maxSilence) });
  return rows.map(({ host, version, started_at: startedAt, seen_at: seenAt, jobs }) => ({
    host,
    version,
    startedAt,
    seenAt,
    jobs: JSON.parse(jobs),
  }));
}

const heartbeatsSince = query<{ since: string }>()((db, { since }) =>
  db
    .selectFrom('presences')
    .select(['host', 'version', 'started_at', 'seen_at', 'jobs'])
    .where('seen_at', '>=', since)
    .orderBy('started_at')
    .orderBy('id')
    .limit(maxHeartbeats),
);

/** Writes this process's heartbeat every minute. Disposing of the result deletes the heartbeat. */
export const startHeartbeat = ({ database, clock, jobStatuses, log }: HeartbeatParts): AsyncDisposable => {
  const id = randomText(22);
  const started_at = timestamp(clock.now());
  const announce = async (): Promise<void> => {
    const now = clock.now();
    const changing = {
      seen_at: timestamp(now),
      jobs: JSON.stringify(jobStatuses.list()),
      expires_at: timestamp(now + day),
    };
    const row = { id, host: hostname().slice(0, maxHostLength), version, started_at, ...changing };
    await database.transaction((tx) =>
      tx.run((db) =>
        db
          .insertInto('presences')
          .values(row)
          .onConflict((conflict) => conflict.column('id').doUpdateSet(changing)),
      ),
    );
  };
  const leave = async (): Promise<void> => {
    await database.transaction((tx) => tx.run((db) => db.deleteFrom('presences').where('id', '=', id)));
  };
  const failed = (error: unknown): void => log.warn({ error }, 'the list of instances was not updated');
  const announcing = repeat({ every: minute, first: 'at once' }, () => announce().catch(failed));
  return {
    [Symbol.asyncDispose]: async () => {
      await announcing[Symbol.asyncDispose]();
      await leave().catch(failed);
    },
  };
};
