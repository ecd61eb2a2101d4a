// Lets long synchronous work on the main thread alternate with other events.
import { setImmediate as otherEvents } from 'node:timers/promises';

/** Time in ms after which other events get a turn. */
const maxTurn = 10;

/** Returns a function that lets other events run if `maxTurn` has passed since they last did. */
export function newTurns(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < maxTurn) return undefined;
    return otherEvents().then(() => {
      since = performance.now();
    });
  };
}
