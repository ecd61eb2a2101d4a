// A form in a dialog, for what is added to a list.
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

interface FormDialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The focus goes to the first field, and returns to what opened the dialog. */
export function FormDialog({ title, isOpen, onClose, children }: FormDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} centered closeButtonProps={{ 'aria-label': 'Close' }}>
      {children}
    </Modal>
  );
}
