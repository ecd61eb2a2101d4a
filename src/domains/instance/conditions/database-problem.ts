import type { Context } from '../../../context.ts';
import { ReadOnly } from '../../../lib/errors/unavailable.ts';

/** Reason why the database is unreliable. Undefined if the database works. */
export async function databaseProblem({ database, log }: Context): Promise<string | undefined> {
  try {
    await database.probe();
    const damage = database.damage();
    return damage && `the database is damaged (${damage}): run "tipstaff doctor"`;
  } catch (error) {
    const reason = error instanceof ReadOnly ? error.message : 'the database does not answer';
    log.warn({ error }, `not ready: ${reason}`);
    return reason;
  }
}
