// Warnings that an operator should look at, though the service serves.
import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/database.ts';
import { backlog, isLate } from '../../../db/health-queries.ts';
import { memoizeFor } from '../../../lib/functions/memoize.ts';

const intervalOfRecounts = 600_000;

/**
 * True if the counters of accounts say how many there are. A recount looks at every account, so its result is used again.
 */
export const areCountsRight = memoizeFor(
  intervalOfRecounts,
  async (database: Database) => (await database.scan(backlog.rightCounts, {})).length > 0,
);

/** Short sentences; "tipstaff doctor" says what to do. */
export async function readinessWarnings({
  clock,
  clockWatch,
  database,
  head,
  pressure,
}: Context): Promise<readonly string[]> {
  const [leases, [unsealed], [mail], [failing], isCounted] = await Promise.all([
    database.rows(backlog.futureLeases, {}),
    database.rows(backlog.oldestUnsealed, {}),
    database.rows(backlog.oldestMail, {}),
    database.rows(backlog.failingMail, {}),
    areCountsRight(database),
  ]);
  const doubt = clockWatch.doubt();
  const names = leases.map(({ value }) => value).join(', ');
  const now = clock.now();
  const refusal = pressure.reason();
  return [
    ...(refusal === undefined ? [] : [`requests are refused: ${refusal}`]),
    ...(doubt === undefined ? [] : [`the clock said ${doubt.seen} when it should have been ${doubt.expected}`]),
    ...(names === '' ? [] : [`a clock was wrong when these jobs ran: ${names}`]),
    ...(isLate(unsealed?.value, now) ? [`audit records wait to be sealed since ${unsealed?.value}`] : []),
    ...(isLate(mail?.value, now) ? [`mail waits since ${mail?.value}`] : []),
    ...(failing === undefined ? [] : [`a mail was not sent in ${failing.value} attempts`]),
    ...(head.rollback() === undefined ? [] : ['the database was set back to an earlier time']),
    ...(isCounted ? [] : ['the counters of accounts differ from a recount']),
  ];
}
