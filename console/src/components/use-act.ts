import { useState } from 'react';

/** An act that a button begins: whether it runs, and why the last one failed, which `onFailure` can show elsewhere. */
export function useAct(onFailure?: (error: unknown) => void) {
  const [failure, setFailure] = useState<unknown>();
  const [isRunning, setRunning] = useState(false);
  const run = async (act: () => Promise<unknown>): Promise<void> => {
    setRunning(true);
    setFailure(undefined);
    try {
      await act();
    } catch (error) {
      onFailure?.(error);
      setFailure(error);
    } finally {
      setRunning(false);
    }
  };
  return { failure, isRunning, run };
}
