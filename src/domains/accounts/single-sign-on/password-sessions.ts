// Ends the sessions that passwords had opened when single sign-on became required. They are refused from that moment on, and
// stay refused when it is no longer required; the job deletes them, so that nobody sees them among the sessions of a person.
import type { Context } from '../../../context.ts';
import type { Job } from '../../../runtime/jobs/jobs.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { leased, serviceActor } from '../../instance/index.ts';
import { endSomeSessionsOf, passwordSessionsBefore } from '../sessions/store.ts';

const interval = 2_000;

/** Maximum number of sessions that one transaction ends. */
const portion = 200;

/** `requiredSince` is when single sign-on became required last; null if it never did. */
export function passwordSessionEnd(context: Context, requiredSince: () => string | null): Job {
  // For this time nothing is left to do, so that an idle service reads nothing.
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

/** Ends some sessions that began by then; false when none is left. */
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
