// Keeps the files beside the database up to date while a service runs.
import type { Database } from '../../db/database.ts';
import { repeat } from '../jobs/repeat.ts';
import { type AuditAnchor, anchorNotWritten, type Rollback, rollbackSentence } from './audit-anchor.ts';

interface SafekeepingParts {
  readonly database: Database;
  readonly head: AuditAnchor;
  readonly log: { warn(details: object, message: string): void; error(details: object, message: string): void };
}

const interval = 1_000;

/** Each second writes the head of what was sealed, and folds the write-ahead file where that is due, until it is disposed. */
export const keepSafe = ({ database, head, log }: SafekeepingParts): AsyncDisposable => {
  const notWritten = reportedOnce<unknown>((error) => log.warn({ error }, anchorNotWritten));
  const notFolded = reportedOnce<unknown>((error) =>
    log.warn({ error }, 'the write-ahead file was not folded into the database'),
  );
  const setBack = reportedOnce<Rollback>((rollback) => log.error({}, rollbackSentence(rollback)));
  return repeat({ every: interval, first: 'after a rest' }, async () => {
    notWritten(await failureOf(head.update()));
    setBack(head.rollback());
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
