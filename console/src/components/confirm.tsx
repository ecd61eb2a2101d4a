// Confirmation dialog before an irreversible action.
import { Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';

import { closeDialog, openDialog } from './dialog-store.ts';
import { Failure } from './failure.tsx';

export interface Confirmation {
  /** The question, with the name of what it is about. */
  readonly title: string;
  /** Effect of the action. */
  readonly body: ReactNode;
  /** Losses that the action causes, each with its count. */
  readonly consequences?: readonly string[];
  /** Text of the button: the verb. */
  readonly act: string;
  /** Title of a failure: what did not happen. Default: nothing was deleted. */
  readonly refused?: string;
  /** Text that a person must type first; for actions of large effect. */
  readonly typed?: string;
  readonly isDangerous?: boolean;
  /** Does it. The dialog shows its failure, and closes when it has succeeded. */
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

/** Runs an act once at a time; it fails with what can be shown. */
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

/** Asks, then does it. The focus returns to what opened the dialog. */
export const confirmAct = (confirmation: Confirmation): void =>
  openDialog(confirmation.title, <Dialog confirmation={confirmation} />);
