import { useDisclosure } from '@mantine/hooks';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the page opens its form for a new record. */
    readonly isNew?: boolean;
  }
}

/** State of a page's dialog with the form for a new record. A navigation with `state.isNew` also opens the dialog. */
export function useNewRecord(): ReturnType<typeof useDisclosure> {
  const { history } = useRouter();
  const isWanted = useLocation({ select: ({ state }) => state.isNew });
  const [isOpen, actions] = useDisclosure(false);
  const { open } = actions;
  useEffect(() => {
    if (isWanted !== true) return;
    open();
    // The dialog does not open again after a reload.
    history.replace(history.location.href);
  }, [isWanted, open, history]);
  return [isOpen, actions];
}
