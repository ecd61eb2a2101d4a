// Lanes of the policy engine. A lane consists of a process and the queue of work that waits for it.
import { Unavailable } from '../../lib/errors/unavailable.ts';
import { noHistory } from './engine-history.ts';
import type { Host } from './engine-host.ts';
import type { EngineSettings } from './engine-process.ts';
import type { EngineTimeouts } from './timeouts.ts';
import { newTurns, type Turns } from './turns.ts';
import type { UsageMeter } from './usage.ts';

/** Engine process that handles one request at a time, the queue of waiting work, and the timeouts of the work. */
export interface Lane {
  readonly host: Host;
  readonly turns: Turns;
  readonly limits: EngineTimeouts;
}

/** Creates a lane whose process starts with the first request. */
export function newLane(settings: EngineSettings, limits: EngineTimeouts, usage: UsageMeter): Lane {
  let started: Host | undefined;
  let isClosed = false;
  const host: Host = {
    request: async (wanted) => {
      // The module is loaded with the first request, because most services evaluate nothing for hours.
      const { newHost } = await import('./engine-host.ts');
      if (isClosed) throw new Unavailable('the policy engine is stopped');
      started ??= newHost(settings, limits);
      try {
        return await started.request(wanted);
      } finally {
        started.rest();
      }
    },
    has: (wanted) => started?.has(wanted) ?? false,
    forget: (input) => started?.forget(input),
    worked: () => started?.worked() ?? 0,
    history: () => started?.history() ?? noHistory,
    rest: () => started?.rest(),
    close: async () => {
      isClosed = true;
      await started?.close();
    },
    pid: () => started?.pid(),
  };
  return { host, turns: newTurns(usage, host.worked), limits };
}
