// End of the service: requests under way are answered, new ones are not taken.
import { setTimeout as pause } from 'node:timers/promises';
import type { HttpServer } from '../../http/http-server.ts';

/** Maximum time in ms for requests under way to end. */
const gracePeriod = 10_000;
/** Time in ms for requests whose connections were cut to notice it. */
const afterCut = 2_000;
/** Interval in ms between sweeps of the connections that have become idle meanwhile. */
const sweepEvery = 50;
/** One Ctrl-C can arrive twice, from the terminal and through npm: within this time it is one signal. */
const echo = 500;
const signals = ['SIGINT', 'SIGTERM'] as const;
const failure = 1;

/** Fulfilled by the first signal to end; the second ends the process at once. */
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
 * Stops taking requests, and waits for those under way, also of clients that have left: they still use the database. After
 * `maxWait` milliseconds connections are cut, and what does not notice that is waited for a little longer.
 */
export const closeGently = async (app: HttpServer, maxWait = gracePeriod): Promise<void> => {
  // A client keeps its connection after its answer, which would delay the end until the client closes it.
  const sweep = setInterval(() => app.server.closeIdleConnections(), sweepEvery);
  const cut = setTimeout(() => app.server.closeAllConnections(), maxWait);
  try {
    await Promise.race([app.close(), pause(maxWait + afterCut, undefined, { ref: false })]);
  } finally {
    clearInterval(sweep);
    clearTimeout(cut);
  }
};
