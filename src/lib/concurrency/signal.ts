/**
 * Signal that wakes a waiting task. If no task is waiting, the signal stays pending and wakes the next task
 * immediately.
 */
export interface Signal {
  notify(): void;
  /** Calls `wake` at the next signal, or immediately if a signal is pending. Returns a function that cancels this. */
  subscribe(wake: () => void): () => void;
}

export const newSignal = (): Signal => {
  const listeners = new Set<() => void>();
  let isPending = false;
  return {
    notify: () => {
      isPending = listeners.size === 0;
      for (const wake of listeners) wake();
    },
    subscribe: (wake) => {
      if (isPending) wake();
      isPending = false;
      listeners.add(wake);
      return () => void listeners.delete(wake);
    },
  };
};
