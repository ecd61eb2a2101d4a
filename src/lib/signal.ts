/** Wakes who waits for something to do. A ring that nobody listens to is heard by who listens next. */
export interface Signal {
  notify(): void;
  /** Calls `wake` at the next ring, or now if it has rung since somebody listened last; answers how to stop. */
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
