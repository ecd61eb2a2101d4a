// Dialogs and notifications. Many visits need none, so their components are loaded at the first use.
import { useNotifications } from '@mantine/notifications';
import { lazy, Suspense, useEffect, useState } from 'react';
import { closeDialog, useShownDialog } from '../components/dialog-store.ts';

const Messages = lazy(async () => ({ default: (await import('./messages.tsx')).Messages }));
const Dialog = lazy(async () => ({ default: (await import('../components/form-dialog.tsx')).FormDialog }));

/**
 * Mounts the dialog in the closed state and then opens it, because the library moves the focus only when a dialog
 * changes from closed to open.
 */
const Opening = ({ title, content, isOpen }: Omit<NonNullable<ReturnType<typeof useShownDialog>>, 'key'>) => {
  const [isThere, setThere] = useState(false);
  useEffect(() => setThere(true), []);
  return (
    <Dialog title={title} isOpen={isThere && isOpen} onClose={closeDialog}>
      {content}
    </Dialog>
  );
};

export function Overlays() {
  const { notifications } = useNotifications();
  const dialog = useShownDialog();
  const [hasMessages, setMessages] = useState(false);
  if (notifications.length > 0 && !hasMessages) setMessages(true);
  return (
    <Suspense>
      {hasMessages && <Messages />}
      {dialog !== undefined && <Opening {...dialog} />}
    </Suspense>
  );
}
