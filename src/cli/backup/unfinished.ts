// Unfinished files and folders of a command: they go when a signal ends the command. After kill -9 they stay.
import { rmSync } from 'node:fs';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Removes a file or a folder when a signal ends the process, until this is disposed. */
export function removedOnSignal(path: string): Disposable {
  const end = (signal: NodeJS.Signals): void => {
    rmSync(path, { recursive: true, force: true });
    stop();
    process.kill(process.pid, signal);
  };
  const stop = (): void => {
    for (const signal of signals) process.off(signal, end);
  };
  for (const signal of signals) process.on(signal, end);
  return { [Symbol.dispose]: stop };
}
