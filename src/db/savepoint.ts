import { sql } from 'kysely';
import type { Transaction } from './database.ts';
import type { Statement } from './query.ts';

/**
 * Runs `work` in a savepoint of a transaction. If it fails, only its own changes are rolled back, and the transaction
 * can continue. Nothing else may use the transaction meanwhile.
 */
export async function inSavepoint<Result>(
  tx: Transaction,
  work: (part: Transaction) => Promise<Result>,
): Promise<Result> {
  const run = (text: string) => tx.run((db) => ({ compile: () => sql.raw<object>(text).compile(db) }));
  const effects: (() => void)[] = [];
  const last: Statement[] = [];
  await run('savepoint part');
  try {
    const result = await work({
      ...tx,
      runAtCommit: (statement) => void last.push(statement),
      afterCommit: (effect) => void effects.push(effect),
    });
    await run('release savepoint part');
    for (const statement of last) tx.runAtCommit(statement);
    for (const effect of effects) tx.afterCommit(effect);
    return result;
  } catch (error) {
    // If the connection was lost, the transaction has ended and no rollback is possible, so its error is ignored.
    await run('rollback to savepoint part').catch(() => undefined);
    throw error;
  }
}
