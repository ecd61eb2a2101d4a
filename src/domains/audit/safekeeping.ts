// Keeps the files beside the database up to date while a service runs.
import type { Context } from '../../context.ts';
import { repeat } from '../../runtime/jobs/repeat.ts';
import { anchorNotWritten, auditAnchor, type Rollback, rollbackSentence } from './anchor.ts';

const interval = 1_000;

/** Each second writes the head of what was sealed, and folds the write-ahead file where that is due, until it is disposed. */
export const keepSafe = (context: Context): AsyncDisposable => {
  const { database, log } = context;
  const anchor = auditAnchor(context);
  const notWritten = reportedOnce<unknown>((error) => log.warn({ error }, anchorNotWritten));
  const notFolded = reportedOnce<unknown>((error) =>
    log.warn({ error }, 'the write-ahead file was not folded into the database'),
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

/** Reports a trouble once until it is over, which is undefined. */
const reportedOnce = <Trouble>(report: (trouble: Trouble) => void) => {
  let isReported = false;
  return (trouble: Trouble | undefined): void => {
    if (trouble !== undefined && !isReported) report(trouble);
    isReported = trouble !== undefined;
  };
};
