/** Wakes a waiting task. If there is no listener, the signal stays pending and wakes the next listener immediately. */
export interface Signal {
  notify(): void;
  /** Calls `wake` at the next signal, or now if one is pending. Returns the function that unsubscribes. */
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
