// Keeps the files next to the database up to date while a service runs.
import type { Context } from '../../context.ts';
import { repeat } from '../../runtime/jobs/repeat.ts';
import { anchorNotWritten, auditAnchor, type Rollback, rollbackSentence } from './anchor.ts';

const interval = 1_000;

/**
 * Once a second, updates the audit anchor and, if due, checkpoints the write-ahead log into the database. Stops when
 * disposed.
 */
export const keepSafe = (context: Context): AsyncDisposable => {
  const { database, log } = context;
  const anchor = auditAnchor(context);
  const notWritten = reportedOnce<unknown>((error) => log.warn({ error }, anchorNotWritten));
  const notFolded = reportedOnce<unknown>((error) =>
    log.warn({ error }, 'the write-ahead log could not be checkpointed into the database'),
  );
  const setBack = reportedOnce<Rollback>((rollback) => log.error({}, rollbackSentence(rollback)));
  return repeat({ every: interval, first: 'after a rest' }, async () => {
    notWritten(await failureOf(anchor.update()));
    setBack(anchor.rollback());
    notFolded(await failureOf(database.fold('due')));
  });
};

const failureOf = (work: Promise<void>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

/**
 * Returns a function that reports a problem once. A call with undefined means that the problem is over. The next
 * problem is then reported again.
 */
const reportedOnce = <Trouble>(report: (trouble: Trouble) => void) => {
  let isReported = false;
  return (trouble: Trouble | undefined): void => {
    if (trouble !== undefined && !isReported) report(trouble);
    isReported = trouble !== undefined;
  };
};
