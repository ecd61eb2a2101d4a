// Interrupts long synchronous work on the main thread, so that other events can be handled.
import { setImmediate as otherEvents } from 'node:timers/promises';

/** Time in ms after which the work is interrupted. */
const maxTurn = 10;

/**
 * Returns a function that long work calls again and again. If `maxTurn` has passed since the last interruption, the
 * function returns a promise, and awaiting it lets other events run.
 */
export function newTurns(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < maxTurn) return undefined;
    return otherEvents().then(() => {
      since = performance.now();
    });
  };
}
