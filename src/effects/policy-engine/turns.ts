// Who has the process next. It does one thing at a time: a step of the evaluation that is under way, or another call.
import { type Limiter, limiter } from '../../lib/limiter.ts';

export interface Turns {
  /** Runs an evaluation; others wait for its end. */
  readonly evaluation: Limiter;
  /** Runs a part of the evaluation that is under way. */
  readonly step: Limiter;
  /**
   * Runs another call. It waits for the step that is under way; where a call came between steps before, also until the
   * evaluation has had as much time as that call, or is over. So long calls, however many, take half of its time.
   */
  readonly other: Limiter;
}

export function newTurns(now: () => number = () => performance.now()): Turns {
  const evaluations = limiter(1);
  const others = limiter(1);
  const alone = limiter(1);
  let isEvaluating = false;
  /** How much time the evaluation has before another call comes, in milliseconds. */
  let owed = 0;
  let changed = Promise.withResolvers<void>();
  const owe = (milliseconds: number): void => {
    owed = milliseconds;
    changed.resolve();
    changed = Promise.withResolvers();
  };
  const timed = async <T>(work: () => Promise<T>, after: (milliseconds: number) => void): Promise<T> => {
    const startedAt = now();
    try {
      return await work();
    } finally {
      after(now() - startedAt);
    }
  };

  return {
    evaluation: (work) =>
      evaluations(async () => {
        isEvaluating = true;
        try {
          return await work();
        } finally {
          isEvaluating = false;
          owe(0);
        }
      }),
    step: (work) => alone(() => timed(work, (milliseconds) => owe(owed - milliseconds))),
    other: (work) =>
      others(async () => {
        while (isEvaluating && owed > 0) await changed.promise;
        return await alone(() => timed(work, (milliseconds) => owe(isEvaluating ? milliseconds : 0)));
      }),
  };
}
