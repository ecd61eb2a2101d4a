// Notifications about completed actions and errors.
import { Button, Group, Text } from '@mantine/core';
import { randomId } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { Canceled } from './canceled.ts';
import { failureText } from './failure.tsx';

const shown = { withBorder: true, closeButtonProps: { 'aria-label': 'Close' } } as const;

export function notifyDone(message: string): void {
  notifications.show({ ...shown, color: 'green', message });
}

/**
 * Shows an error as a notification if there is no form or dialog that can show it. The title says which action failed.
 * Shows nothing if the user canceled the action.
 */
export function notifyFailure(title: string, error: unknown): void {
  if (error instanceof Canceled) return;
  notifications.show({ ...shown, color: 'red', title, message: failureText(error) });
}

/** Shows a message about a completed action, with an undo button. */
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
