// Suspends or reactivates several accounts, one after the other, and shows the result for each account.
import { Button, Group, List, Modal, Progress, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { refresh } from '../../../api/refresh.ts';
import { type User, userActs } from '../../../api/users.ts';
import { counted } from '../../../texts/counted.ts';

type Act = 'suspend' | 'unsuspend';

interface Result {
  readonly user: User;
  /** Reason why the service rejected the change. Undefined if the change was made. */
  readonly refusal: string | undefined;
}

const resultOf = async (act: Act, user: User): Promise<Result> => {
  try {
    await userActs[act](user.id);
    return { user, refusal: undefined };
  } catch (error) {
    return {
      user,
      refusal:
        error instanceof Error
          ? error.message
          : 'The service could not be reached. Check your connection and try again.',
    };
  }
};

const textsOf = (act: Act, count: number) =>
  act === 'suspend'
    ? {
        title: `Suspend ${counted(count, 'user')}?`,
        body: 'Suspended users cannot sign in. Their sessions end immediately, and their API tokens are refused until you reactivate them. Nothing is deleted.',
        act: `Suspend ${counted(count, 'user')}`,
      }
    : {
        title: `Reactivate ${counted(count, 'user')}?`,
        body: 'Reactivated users can sign in again, and their API tokens work again. Their earlier sessions stay ended.',
        act: `Reactivate ${counted(count, 'user')}`,
      };

const Results = ({ results }: { readonly results: readonly Result[] }) => (
  <List size="sm" spacing={4} center>
    {results.map(({ user, refusal }) => (
      <List.Item
        key={user.id}
        icon={
          refusal === undefined ? (
            <IconCheck size={16} aria-hidden color="var(--mantine-color-green-filled)" />
          ) : (
            <IconAlertTriangle size={16} aria-hidden color="var(--mantine-color-error)" />
          )
        }
      >
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          <strong>{user.attributes.username}</strong>: {refusal ?? 'Done'}
        </Text>
      </List.Item>
    ))}
  </List>
);

interface DialogProps {
  readonly act: Act;
  readonly users: readonly User[];
  readonly onClose: () => void;
}

/** Performs an action on several accounts, one after the other. */
const useRun = ({ act, users }: DialogProps) => {
  const [results, setResults] = useState<readonly Result[]>([]);
  const [isRunning, setRunning] = useState(false);
  const run = async () => {
    setRunning(true);
    for (const user of users) {
      const result = await resultOf(act, user);
      setResults((before) => [...before, result]);
    }
    await refresh('user');
    setRunning(false);
  };
  return { results, isRunning, run };
};

const Dialog = (props: DialogProps) => {
  const { act, users, onClose } = props;
  const { results, isRunning, run } = useRun(props);
  const texts = textsOf(act, users.length);
  const isOver = results.length === users.length;
  const progress = `${results.length} of ${users.length}`;
  const changed = results.filter(({ refusal }) => refusal === undefined).length;
  return (
    <Modal
      opened
      centered
      onClose={isRunning ? () => undefined : onClose}
      title={isOver ? 'Results' : texts.title}
      closeButtonProps={{ 'aria-label': 'Close', disabled: isRunning }}
    >
      <Stack>
        {results.length === 0 && <Text size="sm">{texts.body}</Text>}
        {results.length === 0 && (
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {users.map(({ attributes }) => attributes.username).join(', ')}
          </Text>
        )}
        {isRunning && <Progress value={(results.length / users.length) * 100} aria-label={progress} />}
        <div role="status">
          {isOver && <Text size="sm">{`${changed} of ${counted(users.length, 'user')} changed.`}</Text>}
        </div>
        <Results results={results} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={isRunning}>
            {isOver ? 'Close' : 'Cancel'}
          </Button>
          {!isOver && (
            <Button {...(act === 'suspend' && { color: 'red' })} onClick={() => void run()} loading={isRunning}>
              {texts.act}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
};

/** Buttons for actions on the selected accounts. They are omitted if no account is selected. */
export function BulkActs({ users, onDone }: { readonly users: readonly User[]; readonly onDone: () => void }) {
  const [started, setStarted] = useState<Omit<DialogProps, 'onClose'>>();
  const active = users.filter(({ attributes }) => !attributes['is-suspended']);
  const suspended = users.filter(({ attributes }) => attributes['is-suspended']);
  const close = () => {
    setStarted(undefined);
    onDone();
  };
  if (users.length === 0 && started === undefined) return null;
  return (
    <Group gap="sm">
      <Text size="sm" role="status">
        {`${users.length.toLocaleString('en')} selected`}
      </Text>
      <Button
        size="xs"
        variant="default"
        disabled={active.length === 0}
        onClick={() => setStarted({ act: 'suspend', users: active })}
      >
        {`Suspend ${counted(active.length, 'user')}`}
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={suspended.length === 0}
        onClick={() => setStarted({ act: 'unsuspend', users: suspended })}
      >
        {`Reactivate ${counted(suspended.length, 'user')}`}
      </Button>
      {started !== undefined && <Dialog {...started} onClose={close} />}
    </Group>
  );
}
