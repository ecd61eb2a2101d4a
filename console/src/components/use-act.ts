import { useState } from 'react';
import { Canceled } from './canceled.ts';

/**
 * State of an action that a button starts: whether the action is running, and its last error. The error is also passed
 * to `onFailure`. If the user cancels the action, there is no error.
 */
export function useAct(onFailure?: (error: unknown) => void) {
  const [failure, setFailure] = useState<unknown>();
  const [isRunning, setRunning] = useState(false);
  const run = async (act: () => Promise<unknown>): Promise<void> => {
    setRunning(true);
    setFailure(undefined);
    try {
      await act();
    } catch (error) {
      if (error instanceof Canceled) return;
      onFailure?.(error);
      setFailure(error);
    } finally {
      setRunning(false);
    }
  };
  return { failure, isRunning, run };
}
