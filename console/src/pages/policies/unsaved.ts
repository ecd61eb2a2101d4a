import { useBlocker } from '@tanstack/react-router';

/** Asks before a page is left whose changes are not saved. */
export const useWarningOfLoss = (isChanged: boolean): void => {
  useBlocker({
    shouldBlockFn: () => isChanged && !window.confirm('There are unsaved changes. Leave the page without saving?'),
    enableBeforeUnload: () => isChanged,
  });
};
