// Confirmation dialog for actions with consequences.
import { Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { closeDialog, openDialog } from './dialog-store.ts';
import { Failure } from './failure.tsx';

export interface Confirmation {
  /** Question that names the affected record. */
  readonly title: string;
  /** Description of the action's effect. */
  readonly body: ReactNode;
  /** Descriptions of what will be lost, with counts. */
  readonly consequences?: readonly string[];
  /** Verb on the confirm button. */
  readonly act: string;
  /** Title of the error message. It says which action failed. The default says that nothing was deleted. */
  readonly refused?: string;
  /** Text that the user must type to confirm an action with large effects. */
  readonly typed?: string;
  readonly isDangerous?: boolean;
  /** Performs the action. If it fails, the dialog shows the error. Otherwise the dialog closes. */
  readonly onConfirm: () => Promise<unknown>;
}

const Description = ({ body, consequences = [] }: Pick<Confirmation, 'body' | 'consequences'>) => (
  <>
    <Text size="sm">{body}</Text>
    {consequences.length > 0 && (
      <List size="sm">
        {consequences.map((each) => (
          <List.Item key={each}>{each}</List.Item>
        ))}
      </List>
    )}
  </>
);

/** State of the action that the dialog confirms: whether it is running, and its error if it failed. */
const useAct = (act: () => Promise<unknown>, onDone: () => void) => {
  const [failure, setFailure] = useState<unknown>();
  const [isRunning, setRunning] = useState(false);
  const run = async () => {
    setRunning(true);
    try {
      await act();
      onDone();
    } catch (error) {
      setFailure(error);
      setRunning(false);
    }
  };
  return { failure, isRunning, run };
};

const Dialog = ({ confirmation }: { readonly confirmation: Confirmation }) => {
  const { act, refused = 'Not deleted', typed, isDangerous = true, onConfirm } = confirmation;
  const [text, setText] = useState('');
  const { failure, isRunning, run } = useAct(onConfirm, closeDialog);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      <Stack>
        <Description {...confirmation} />
        {typed !== undefined && (
          <TextInput
            label={`Type ${typed} to confirm`}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            data-autofocus
          />
        )}
        {failure !== undefined && <Failure error={failure} title={refused} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={closeDialog}>
            Cancel
          </Button>
          <Button
            type="submit"
            {...(isDangerous && { color: 'red' })}
            loading={isRunning}
            disabled={typed !== undefined && text !== typed}
          >
            {act}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

/** Opens the confirmation dialog. When it closes, the focus returns to the element that opened it. */
export const confirmAct = (confirmation: Confirmation): void =>
  openDialog(confirmation.title, <Dialog confirmation={confirmation} />);
