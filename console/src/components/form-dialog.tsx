// Dialog with a form, for example for adding a record to a list.
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

interface FormDialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * Dialog with a form. The first field gets the focus when the dialog opens. When the dialog closes, the focus returns
 * to the element that opened it.
 */
export function FormDialog({ title, isOpen, onClose, children }: FormDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} centered closeButtonProps={{ 'aria-label': 'Close' }}>
      {children}
    </Modal>
  );
}
