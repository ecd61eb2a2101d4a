import { Button, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { FormDialog } from './form-dialog.tsx';

interface FormButtonProps extends Omit<ButtonProps, 'children'> {
  /** Text of the button. */
  readonly act: string;
  /** Title of the dialog. By default, it is the text of the button. */
  readonly title?: string;
  /** Returns the form. The given function closes the dialog. */
  readonly children: (close: () => void) => ReactNode;
}

/** Button that opens a dialog with a form. */
export function FormButton({ act, title = act, children, ...button }: FormButtonProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button {...button} onClick={open}>
        {act}
      </Button>
      <FormDialog title={title} isOpen={isOpen} onClose={close}>
        {children(close)}
      </FormDialog>
    </>
  );
}
