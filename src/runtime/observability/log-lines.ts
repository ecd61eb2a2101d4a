// Batches log lines for standard error. Each write needs another thread and a turn of the event loop, which is more
// expensive than everything else about a line. So lines within a short time are written together.
import type { DestinationStream } from 'pino';

/** Buffer that keeps lines until it has `batchLength` characters or is flushed, such as `pino.destination`. */
interface Destination {
  write(line: string): unknown;
  flush(): void;
}

/** Number of characters that are written without waiting for more. */
export const batchLength = 4_096;

/** Maximum time in ms that a line waits for other lines. */
const maxWait = 50;

/** Lines of this level and above are written immediately, because the process may be about to end. */
const warning = 40;

/** Passes lines to a destination, which writes them a moment later. Warnings and errors are written immediately. */
export const batchedLines = (destination: Destination): DestinationStream => {
  let isDue = false;
  const flush = (): void => {
    isDue = false;
    destination.flush();
  };
  const lines = {
    // NOTE: pino sets `lastLevel` for each line if this property is present.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: warning,
    write: (line: string): void => {
      destination.write(line);
      if (lines.lastLevel >= warning) flush();
      else if (!isDue) {
        isDue = true;
        // At the end of the process, pino writes the lines that are still waiting.
        setTimeout(flush, maxWait).unref();
      }
    },
  };
  return lines;
};
