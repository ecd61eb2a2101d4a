// Batches log lines for standard error. Writing is more expensive than creating a line, because each write needs
// another thread and a turn of the event loop. So lines within a short time are written together.
import type { DestinationStream } from 'pino';

/**
 * Buffer for log lines, such as `pino.destination`. It writes them when it contains `batchLength` characters or is
 * flushed.
 */
interface Destination {
  write(line: string): unknown;
  flush(): void;
}

/** Number of characters at which the buffered lines are written immediately. */
export const batchLength = 4_096;

/** Maximum time in ms for which a line stays in the buffer. */
const maxWait = 50;

/** Level from which lines are written immediately, because the process may be about to end. */
const warning = 40;

/** Passes log lines to a buffer and flushes it after a short time. Warnings and errors are written immediately. */
export const batchedLines = (destination: Destination): DestinationStream & Pick<Destination, 'flush'> => {
  let isDue = false;
  const flush = (): void => {
    isDue = false;
    destination.flush();
  };
  const lines = {
    // NOTE: because of this property, pino sets `lastLevel` for each line.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: warning,
    flush,
    write: (line: string): void => {
      destination.write(line);
      if (lines.lastLevel >= warning) flush();
      else if (!isDue) {
        isDue = true;
        // Before the process ends, pino writes the lines that are still in the buffer.
        setTimeout(flush, maxWait).unref();
      }
    },
  };
  return lines;
};
