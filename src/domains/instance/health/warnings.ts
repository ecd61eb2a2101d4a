// What an operator should look at, though the service serves.
import type { Context } from '../../../context.ts';
import { backlog, isLate } from '../../../db/backlog.ts';
import type { Database } from '../../../db/database.ts';

const intervalOfRecounts = 600_000;

/** A recount looks at every account, so that it is used again for ten minutes. */
const recounts = new WeakMap<Database, { readonly at: number; readonly isRight: Promise<boolean> }>();

/** Whether the counters of accounts say how many there are. */
export const areCountsRight = (database: Database): Promise<boolean> => {
  const known = recounts.get(database);
  if (known !== undefined && performance.now() - known.at < intervalOfRecounts) return known.isRight;
  const isRight = database.scan(backlog.rightCounts, {}).then((rows) => rows.length > 0);
  recounts.set(database, { at: performance.now(), isRight });
  isRight.catch(() => recounts.delete(database));
  return isRight;
};

/** Short sentences; "reeve doctor" says what to do. */
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
