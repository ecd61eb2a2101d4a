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
  /** Losses that the action causes, each with a count. */
  readonly consequences?: readonly string[];
  /** Text of the confirm button, a verb. */
  readonly act: string;
  /** Title of the error message, which says what was not done. By default, it says that nothing was deleted. */
  readonly refused?: string;
  /** Text that the user must type before confirming, for actions with large effects. */
  readonly typed?: string;
  readonly isDangerous?: boolean;
  /** Performs the action. The dialog shows an error if it fails, and otherwise closes. */
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

/** Runs an action at most once at a time, and stores the error of a failure. */
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
