// Turns of long work with other events, on the thread that serves requests.
import { setImmediate as otherEvents } from 'node:timers/promises';

/** Time in ms after which other work has its turn. */
const maxTurn = 10;

/** Makes a function that lets other events happen where `maxTurn` is over since they last did. */
export function newTurns(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < maxTurn) return undefined;
    return otherEvents().then(() => {
      since = performance.now();
    });
  };
}
