import { useBlocker } from '@tanstack/react-router';

/** Asks for confirmation before the user leaves a page with unsaved changes. */
export const useWarningOfLoss = (isChanged: boolean): void => {
  useBlocker({
    shouldBlockFn: () => isChanged && !window.confirm('There are unsaved changes. Leave the page without saving?'),
    enableBeforeUnload: () => isChanged,
  });
};
