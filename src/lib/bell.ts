/** Wakes who waits for something to do. A ring that nobody listens to is heard by who listens next. */
export interface Bell {
  ring(): void;
  /** Calls `wake` at the next ring, or now if it has rung since somebody listened last; answers how to stop. */
  listen(wake: () => void): () => void;
}

export const newBell = (): Bell => {
  const listeners = new Set<() => void>();
  let isRung = false;
  return {
    ring: () => {
      isRung = listeners.size === 0;
      for (const wake of listeners) wake();
    },
    listen: (wake) => {
      if (isRung) wake();
      isRung = false;
      listeners.add(wake);
      return () => void listeners.delete(wake);
    },
  };
};
