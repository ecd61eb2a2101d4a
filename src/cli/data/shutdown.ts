// Graceful shutdown: pending requests are completed and new ones are rejected.
import { setTimeout as pause } from 'node:timers/promises';
import type { HttpServer } from '../../http/http-server.ts';

/** Maximum time in ms for pending requests to complete. */
const gracePeriod = 10_000;
/** Time in ms that running requests still get after their connections were closed. */
const afterCut = 2_000;
/** Interval in ms at which idle connections are closed during a shutdown. */
const sweepEvery = 50;
/**
 * A single Ctrl-C can arrive twice, from the terminal and from npm. Two signals within this time in ms count as one
 * signal.
 */
const echo = 500;
const signals = ['SIGINT', 'SIGTERM'] as const;
const failure = 1;

/** Resolves on the first termination signal. The second signal ends the process immediately. */
export const untilSignal = (): Promise<void> =>
  new Promise((resolve) => {
    let signalledAt: number | undefined;
    const onSignal = () => {
      if (signalledAt !== undefined && performance.now() - signalledAt > echo) process.exit(failure);
      signalledAt ??= performance.now();
      resolve();
    };
    for (const signal of signals) process.on(signal, onSignal);
  });

/**
 * Stops accepting requests and waits for pending requests. These include requests whose clients have disconnected,
 * because they still use the database. After `maxWait` milliseconds, connections are closed. Requests that are still
 * running then get two more seconds.
 */
export const closeGently = async (app: HttpServer, maxWait = gracePeriod): Promise<void> => {
  // Idle connections are closed repeatedly, because clients keep them open after a response and would delay the
  // shutdown.
  const sweep = setInterval(() => app.server.closeIdleConnections(), sweepEvery);
  const cut = setTimeout(() => app.server.closeAllConnections(), maxWait);
  try {
    await Promise.race([app.close(), pause(maxWait + afterCut, undefined, { ref: false })]);
  } finally {
    clearInterval(sweep);
    clearTimeout(cut);
  }
};
