// Suspends or reactivates several accounts, one after the other, with a result for each.
import { Button, Group, List, Modal, Progress, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refresh } from '../../../api/refresh.ts';
import { type User, userActs } from '../../../api/users.ts';
import { t as common } from '../../../texts/common.ts';
import { t } from '../../../texts/users.ts';

type Act = 'suspend' | 'unsuspend';

interface Result {
  readonly user: User;
  /** Reason of the refusal; undefined where the change was made. */
  readonly refusal: string | undefined;
}

const resultOf = async (act: Act, user: User): Promise<Result> => {
  try {
    await userActs[act](user.id);
    return { user, refusal: undefined };
  } catch (error) {
    return { user, refusal: error instanceof Error ? error.message : common.failed };
  }
};

const textsOf = (act: Act, count: number) =>
  act === 'suspend'
    ? { title: t.bulkSuspendTitle(count), body: t.suspendBody, act: t.bulkSuspendAct(count) }
    : { title: t.bulkUnsuspendTitle(count), body: t.unsuspendBody, act: t.bulkUnsuspendAct(count) };

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
          <strong>{user.attributes.username}</strong>: {refusal ?? t.bulkOk}
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

/** Does the act for one user after the other. */
const useRun = ({ act, users }: DialogProps) => {
  const queryClient = useQueryClient();
  const [results, setResults] = useState<readonly Result[]>([]);
  const [isRunning, setRunning] = useState(false);
  const run = async () => {
    setRunning(true);
    for (const user of users) {
      const result = await resultOf(act, user);
      setResults((before) => [...before, result]);
    }
    await refresh(queryClient, 'user');
    setRunning(false);
  };
  return { results, isRunning, run };
};

const Dialog = (props: DialogProps) => {
  const { act, users, onClose } = props;
  const { results, isRunning, run } = useRun(props);
  const texts = textsOf(act, users.length);
  const isOver = results.length === users.length;
  const progress = t.bulkProgress(results.length, users.length);
  const changed = results.filter(({ refusal }) => refusal === undefined).length;
  return (
    <Modal
      opened
      centered
      onClose={isRunning ? () => undefined : onClose}
      title={isOver ? t.bulkTitle : texts.title}
      closeButtonProps={{ 'aria-label': common.close, disabled: isRunning }}
    >
      <Stack>
        {results.length === 0 && <Text size="sm">{texts.body}</Text>}
        {results.length === 0 && (
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {users.map(({ attributes }) => attributes.username).join(', ')}
          </Text>
        )}
        {isRunning && <Progress value={(results.length / users.length) * 100} aria-label={progress} />}
        <div role="status">{isOver && <Text size="sm">{t.bulkSummary(changed, users.length)}</Text>}</div>
        <Results results={results} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={isRunning}>
            {isOver ? common.close : common.cancel}
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

/** Actions on the chosen accounts; nothing is shown while none is chosen. */
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
        {common.selected(users.length)}
      </Text>
      <Button
        size="xs"
        variant="default"
        disabled={active.length === 0}
        onClick={() => setStarted({ act: 'suspend', users: active })}
      >
        {t.bulkSuspendAct(active.length)}
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={suspended.length === 0}
        onClick={() => setStarted({ act: 'unsuspend', users: suspended })}
      >
        {t.bulkUnsuspendAct(suspended.length)}
      </Button>
      {started !== undefined && <Dialog {...started} onClose={close} />}
    </Group>
  );
}
