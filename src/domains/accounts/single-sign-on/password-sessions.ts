// Ends sessions that were opened with a password before single sign-on became required. They are invalid from that
// moment and stay invalid after the requirement is removed. This job deletes them, so that they no longer appear in
// session lists.
import type { Context } from '../../../context.ts';
import type { Job } from '../../../runtime/jobs/jobs.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { leased, serviceActor } from '../../instance/index.ts';
import { endSomeSessionsOf, passwordSessionsBefore } from '../sessions/store.ts';

const interval = 2_000;

/** Maximum number of sessions that one transaction ends. */
const portion = 200;

/**
 * Creates the job. `requiredSince` returns the time when single sign-on was last made required, or null if it never
 * was.
 */
export function passwordSessionEnd(context: Context, requiredSince: () => string | null): Job {
  // Value of `requiredSince` for which all sessions have been deleted. Until that value changes, the job does not query
  // the database.
  let doneFor: string | null = null;
  return {
    name: 'password-session-end',
    intervalMilliseconds: interval,
    isDue: async () => requiredSince() !== doneFor,
    run: async (turn) => {
      const before = requiredSince();
      if (before !== null) {
        const work = leased(context, turn);
        while (await endPortion(work, before)) if (turn.signal.aborted) return;
      }
      doneFor = before;
    },
  };
}

/** Ends up to `portion` sessions. Returns false if none were left. */
async function endPortion(context: Context, before: string): Promise<boolean> {
  const rows = await context.database.rows(passwordSessionsBefore, { before, limit: portion });
  if (rows.length === 0) return false;
  const byUser = Map.groupBy(rows, ({ user_id }) => user_id);
  await auditedTransaction(context, serviceActor(), async (tx) => {
    const audit = [];
    for (const [id, sessions] of byUser) {
      const ids = sessions.map((session) => session.id);
      const ended = await endSomeSessionsOf(tx, id, ids);
      const entry = { action: 'user.end-sessions', type: 'users', id, before: { sessions: ended.length } };
      if (ended.length > 0) audit.push({ ...entry, after: { reason: 'sso-required' } });
    }
    return { result: undefined, audit };
  });
  return true;
}
