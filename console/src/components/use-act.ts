import { useState } from 'react';

/**
 * State of an action that a button starts: whether the action is running, and its last error. `onFailure` receives the
 * error, too.
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
      onFailure?.(error);
      setFailure(error);
    } finally {
      setRunning(false);
    }
  };
  return { failure, isRunning, run };
}
