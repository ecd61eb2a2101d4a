// Short messages about what was done.
import { Button, Group, Text } from '@mantine/core';
import { randomId } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';

import { failureText } from './failure.tsx';

const shown = { withBorder: true, closeButtonProps: { 'aria-label': 'Close' } } as const;

export function notifyDone(message: string): void {
  notifications.show({ ...shown, color: 'green', message });
}

/** Shows a failure where no form or dialog can; the title says what did not happen. */
export function notifyFailure(title: string, error: unknown): void {
  notifications.show({ ...shown, color: 'red', title, message: failureText(error) });
}

/** Says what was done, with a button that takes it back. */
export function notifyWithUndo(message: string, undo: () => Promise<unknown>): void {
  const id = randomId('undo-');
  const takeBack = async () => {
    notifications.hide(id);
    try {
      await undo();
      notifyDone('Undone.');
    } catch (error) {
      notifyFailure('Not undone', error);
    }
  };
  const content = (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">{message}</Text>
      <Button size="compact-sm" variant="default" style={{ flexShrink: 0 }} onClick={() => void takeBack()}>
        Undo
      </Button>
    </Group>
  );
  notifications.show({ ...shown, id, color: 'green', message: content, autoClose: 15_000 });
}
