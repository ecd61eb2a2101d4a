import { sql } from 'kysely';
import { Repeatable, type Transaction } from './database.ts';
import type { Statement } from './query.ts';

/**
 * Runs `work` in a savepoint of a transaction. If it fails, only its own changes are rolled back, and `recover` returns
 * the result instead. The error is thrown if there is no `recover`, and also if the transaction has ended or will be
 * repeated. Nothing else may use the transaction meanwhile.
 */
export async function inSavepoint<Result>(
  tx: Transaction,
  work: (part: Transaction) => Promise<Result>,
  recover?: (error: unknown) => Result,
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
    try {
      await run('rollback to savepoint part');
      await run('release savepoint part');
    } catch {
      // The transaction has ended, for example because the connection was lost or the disk is full.
      throw error;
    }
    if (recover === undefined || error instanceof Repeatable) throw error;
    return recover(error);
  }
}
