// Replays unsaved code with the recorded plans of the organization. The number of plans with each result is shown next
// to the button.
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Policy } from '../../api/policies.ts';
import { isOver, type Replay, replayQuery, startReplay } from '../../api/replays.ts';
import { Failure } from '../../components/failure.tsx';
import { PageLink } from '../../components/links.tsx';
import { notifyFailure } from '../../components/notify.tsx';
import { useAct } from '../../components/use-act.ts';
import { counted } from '../../texts/counted.ts';
import { usePolicyParams } from './frame.tsx';

/** Returns the number of plans with each result if the replay has finished, otherwise its progress. */
function numbersOf(replay: Replay): string {
  const { status, 'inputs-done': done, 'inputs-total': total, 'result-counts': counts } = replay.attributes;
  if (!isOver(replay)) return `${done.toLocaleString('en')} of ${counted(total, 'plan')} replayed…`;
  const { 'newly-failing': failing, 'newly-passing': passing, errored, 'not-replayable': unclear } = counts;
  return [
    ...(status === 'canceled' ? ['The replay was canceled.'] : []),
    `${failing.toLocaleString('en')} of ${counted(total, 'plan')} would newly fail`,
    ...(passing > 0 ? [`${passing.toLocaleString('en')} would newly pass`] : []),
    ...(errored > 0 ? [`${errored.toLocaleString('en')} would end with an error`] : []),
    ...(unclear > 0 ? [`${unclear.toLocaleString('en')} cannot be compared because of masked values`] : []),
  ].join(', ');
}

const Numbers = ({ policy, replay: id }: { readonly policy: string; readonly replay: string }) => {
  const { organization } = usePolicyParams();
  const { data, error, refetch } = useQuery(replayQuery(id));
  if (error !== null) return <Failure error={error} onRetry={refetch} />;
  return (
    <Group gap="xs">
      <Text size="sm" role="status">
        {data === undefined ? '…' : numbersOf(data.data)}
      </Text>
      <PageLink
        size="sm"
        to="/app/organizations/$organization/policies/$policy/replays/$replay"
        params={{ organization, policy, replay: id }}
        target="_blank"
      >
        Open the replay (in a new tab)
      </PageLink>
    </Group>
  );
};

/** Button that replays the code in the editor without saving it. */
export const ReplayTrial = ({ policy, code }: { readonly policy: Policy; readonly code: string }) => {
  const [started, setStarted] = useState<string>();
  const { isRunning, run } = useAct((error) => notifyFailure('Not started', error));
  const start = async () => setStarted((await startReplay(policy.id, { code })).data.id);
  return (
    <>
      <Button variant="default" loading={isRunning} onClick={() => void run(start)}>
        Replay with recorded plans
      </Button>
      {started !== undefined && <Numbers policy={policy.id} replay={started} />}
    </>
  );
};
