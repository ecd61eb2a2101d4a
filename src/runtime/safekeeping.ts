// Keeps the files beside the database up to date while a service runs.
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { type HeadKeeper, headNotWritten, rollbackSentence } from './head.ts';

interface SafekeepingParts {
  readonly database: Database;
  readonly head: HeadKeeper;
  readonly log: { warn(details: object, message: string): void; error(details: object, message: string): void };
}

const interval = 1_000;

/** Each second writes the head of what was sealed, and folds the write-ahead file where that is due, until it is disposed. */
export const keepSafe = ({ database, head, log }: SafekeepingParts): AsyncDisposable => {
  const ending = new AbortController();
  const { signal } = ending;
  const rested = (): Promise<boolean> => wait(interval, true, { ref: false, signal }).catch(() => false);
  /** Each trouble is logged once until it is over. */
  const [updating, folding] = [
    reportingOnce((error) => log.warn({ error }, headNotWritten)),
    reportingOnce((error) => log.warn({ error }, 'the write-ahead file was not folded into the database')),
  ];
  const rollingBack = reportingOnce((error) => log.error({ error }, 'the database was set back to an earlier time'));
  const turn = async (): Promise<void> => {
    await updating(() => head.update());
    await rollingBack(async () => {
      const rollback = head.rollback();
      if (rollback !== undefined) throw new Error(rollbackSentence(rollback));
    });
    await folding(() => database.fold('due'));
  };
  const keeping = (async () => {
    while (await rested()) await turn();
  })();
  return {
    [Symbol.asyncDispose]: async () => {
      ending.abort();
      await keeping;
    },
  };
};

const reportingOnce = (report: (error: unknown) => void) => {
  let isReported = false;
  return async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
      isReported = false;
    } catch (error) {
      if (!isReported) report(error);
      isReported = true;
    }
  };
};
