import { setTimeout as wait } from 'node:timers/promises';

/**
 * Repeats work until the returned object is disposed of. Disposing of it waits for running work to end. The work must
 * not throw. The repetition does not keep the process alive.
 */
export const repeat = (
  { every, first }: { readonly every: number; readonly first: 'at once' | 'after a rest' },
  work: () => Promise<void>,
): AsyncDisposable => {
  const ending = new AbortController();
  const { signal } = ending;
  const rested = (): Promise<boolean> => wait(every, true, { ref: false, signal }).catch(() => false);
  const repeating = (async () => {
    if (first === 'at once') await work();
    while (await rested()) await work();
  })();
  return {
    [Symbol.asyncDispose]: async () => {
      ending.abort();
      await repeating;
    },
  };
};
