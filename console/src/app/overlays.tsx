// Dialogs and notifications. Their components are loaded when they are first needed, since many visits need none.
import { useNotifications } from '@mantine/notifications';
import { lazy, Suspense, useEffect, useState } from 'react';
import { closeDialog, useShownDialog } from '../components/dialog-store.ts';

const Messages = lazy(async () => ({ default: (await import('./messages.tsx')).Messages }));
const Dialog = lazy(async () => ({ default: (await import('../components/form-dialog.tsx')).FormDialog }));

/**
 * Mounts the dialog closed and then opens it, since the library moves the focus only when the state changes to open.
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
