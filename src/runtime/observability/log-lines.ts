// Lines of the log on their way to standard error. Each write is a task of another thread and a turn of the event loop, which
// cost more than all else about a line, so that those of a moment are written together.
import type { DestinationStream } from 'pino';

/** Buffer that keeps lines until it has `batchLength` characters, or is flushed, as `pino.destination` can. */
interface Destination {
  write(line: string): unknown;
  flush(): void;
}

/** So many characters are written without waiting for more. */
export const batchLength = 4_096;

/** Maximum time in ms that a line waits for others. */
const maxWait = 50;

/** A line of this level waits for nothing: the process may be about to end. */
const warning = 40;

/** Hands lines to a destination, and lets it write them a moment later; those from a warning on at once. */
export const batchedLines = (destination: Destination): DestinationStream => {
  let isDue = false;
  const flush = (): void => {
    isDue = false;
    destination.flush();
  };
  const lines = {
    // NOTE: pino sets the level of each line where it finds this property.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: warning,
    write: (line: string): void => {
      destination.write(line);
      if (lines.lastLevel >= warning) flush();
      else if (!isDue) {
        isDue = true;
        // Lines that still wait at the end of the process are written by pino then.
        setTimeout(flush, maxWait).unref();
      }
    },
  };
  return lines;
};
