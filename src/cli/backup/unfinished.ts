// Removes the unfinished files and folders of a command if a signal ends the command. SIGKILL is an exception, because
// it cannot be handled.
import { rmSync } from 'node:fs';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Removes the file or folder if a signal ends the process before the returned object is disposed. */
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
