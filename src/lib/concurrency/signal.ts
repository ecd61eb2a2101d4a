/** Wakes a waiting task. A signal without a listener wakes the next listener at once. */
export interface Signal {
  notify(): void;
  /** Calls `wake` at the next signal, or now where one is pending. Gives the function that unsubscribes. */
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
