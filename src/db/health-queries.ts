// Statements for overdue work, which should not wait for long. Each gives a `value` for each finding, in the SQL of both
// engines.
import { sql } from 'kysely';
import type { Engine } from './database.ts';
import { type Query, query } from './query.ts';
import { countedUsers } from './user-counts.ts';

/** Twice the longest lease, that of an hourly job. */
const latestEnd: Readonly<Record<Engine, string>> = {
  sqlite: "strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '4 hours')",
  postgres: `to_char((clock_timestamp() + interval '4 hours') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
};

/** The jobs whose lease ends later than any true one, since a clock was wrong when it was taken. */
export const futureLeases = (engine: Engine): string =>
  `select name as value from leases where expires_at > ${latestEnd[engine]} order by name limit 20`;

/** When the oldest audit record was written that is not sealed. */
export const oldestUnsealed = (): string =>
  'select at as value from audit_records where seal is null order by id limit 1';

/** When the mail was due that has waited longest. */
export const oldestMail = (): string =>
  'select min(next_attempt_at) as value from outbox having min(next_attempt_at) is not null';

/** After so many attempts, eight minutes, a mail server is not only busy. */
export const manyAttempts = 4;

/** Greatest number of attempts of a mail, if it is many (`manyAttempts`). The mails that failed most often are the latest due. */
export const failingMail = (): string => `select cast(max(attempts) as text) as value
  from (select attempts from outbox order by next_attempt_at desc limit 100) latest
  having max(attempts) >= ${manyAttempts}`;

/** A row where the counters of accounts say how many there are. */
export const rightCounts = (): string => `select 'right' as value from user_counts c join (${countedUsers}) n
  on c.active_members = n.active_members and c.suspended_members = n.suspended_members
  and c.active_admins = n.active_admins and c.suspended_admins = n.suspended_admins`;

const asQuery = (statement: (engine: Engine) => string): Query<Record<string, never>, { value: string }> =>
  query()((db, _, engine) => ({ compile: () => sql<{ value: string }>`${sql.raw(statement(engine))}`.compile(db) }));

/** Counterparts for a running service: the statements as queries. */
export const backlog = {
  futureLeases: asQuery(futureLeases),
  oldestUnsealed: asQuery(oldestUnsealed),
  oldestMail: asQuery(oldestMail),
  failingMail: asQuery(failingMail),
  rightCounts: asQuery(rightCounts),
};

const maxWaiting = 600_000;

/** True if something has waited for more than ten minutes; `since` is a time as it is stored. */
export const isLate = (since: string | undefined, now: number): since is string =>
  since !== undefined && now - Date.parse(since) > maxWaiting;
