// Numbers of engine processes that were started and that ended, for metrics.
import type { EndReason } from './engine-process.ts';

/** Numbers of processes since the engine host was created. */
export interface EngineHistory {
  readonly starts: number;
  /** Number of processes that ended during a request. The keys are the reasons. */
  readonly ends: Readonly<Record<EndReason, number>>;
}

export const noHistory: EngineHistory = { starts: 0, ends: { timeout: 0, memory: 0, stack: 0, crash: 0, killed: 0 } };

export const withEnd = ({ starts, ends }: EngineHistory, reason: EndReason): EngineHistory => ({
  starts,
  ends: { ...ends, [reason]: ends[reason] + 1 },
});

export const summed = (all: readonly EngineHistory[]): EngineHistory =>
  all.reduce(
    (one, other) => ({
      starts: one.starts + other.starts,
      ends: {
        timeout: one.ends.timeout + other.ends.timeout,
        memory: one.ends.memory + other.ends.memory,
        stack: one.ends.stack + other.ends.stack,
        crash: one.ends.crash + other.ends.crash,
        killed: one.ends.killed + other.ends.killed,
      },
    }),
    noHistory,
  );
