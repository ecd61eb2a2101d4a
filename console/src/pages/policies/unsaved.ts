import { useBlocker } from '@tanstack/react-router';
import { t } from '../../texts/common.ts';

/** Asks before a page is left whose changes are not saved. */
export const useWarningOfLoss = (isChanged: boolean): void => {
  useBlocker({
    shouldBlockFn: () => isChanged && !window.confirm(t.leaveUnsaved),
    enableBeforeUnload: () => isChanged,
  });
};
