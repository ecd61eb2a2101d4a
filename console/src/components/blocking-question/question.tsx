// Content of the dialog that is shown before a change that can make more plans fail.
import { Anchor, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiFailure, isOnly } from '../../../../client/failure.ts';
import { unknownBecause, unknownEffect } from '../../../../client/tightening.ts';
import { pathTo } from '../../api/boot.ts';
import { inputCountQuery } from '../../api/recorded-plans.ts';
import { isOver, type Replay, replayQuery } from '../../api/replays.ts';
import { counted } from '../../texts/counted.ts';
import { closeDialog } from '../dialog-store.ts';
import { failureText } from '../failure.tsx';

export interface BlockingQuestion {
  readonly organization: string;
  /** Question that names the affected record. */
  readonly title: string;
  /** Sentences that say what changes. */
  readonly changes: readonly string[];
  /** Starts a replay of the change, or says why it is not known how many plans would newly fail. */
  readonly replay: (() => Promise<{ readonly data: Replay }>) | string;
}

const count = (number: number): string => number.toLocaleString('en');

/** Describes how many recorded plans would newly fail. */
function numbersOf({ attributes }: Replay): string {
  const { 'inputs-total': total, 'newly-failing-workspaces': workspaces, 'result-counts': counts } = attributes;
  const { 'newly-failing': failing, errored, 'not-replayable': unclear } = counts;
  return [
    `Of ${counted(total, 'recorded plan')}, ${count(failing)} would newly fail${failing === 0 ? '' : `, in ${counted(workspaces, 'workspace')}`}.`,
    ...(errored > 0 ? [`${count(errored)} would end with an error.`] : []),
    ...(unclear > 0 ? [`${count(unclear)} cannot be compared because of masked values.`] : []),
  ].join(' ');
}

interface OfOrganization {
  readonly organization: string;
}

/** Says why a replay has no plans. */
const NoPlans = ({ organization }: OfOrganization) => {
  const { data: recorded } = useQuery(inputCountQuery(organization));
  if (recorded === undefined) return <Text size="sm">…</Text>;
  if (recorded > 0) return <Text size="sm">{unknownBecause('the change affects no recorded plan')}</Text>;
  return (
    <Text size="sm">
      {unknownBecause('no plans are recorded')}{' '}
      <NewTabLink path={`${pageOf(organization)}/settings`}>Record plans</NewTabLink>
    </Text>
  );
};

const Numbers = ({ replay }: { readonly replay: Replay }) => {
  const { 'inputs-done': done, 'inputs-total': total } = replay.attributes;
  if (replay.attributes.status === 'finished') return <Text size="sm">{numbersOf(replay)}</Text>;
  if (isOver(replay)) return <Text size="sm">{unknownBecause('the replay was canceled')}</Text>;
  const label = `${count(done)} of ${counted(total, 'recorded plan')} replayed…`;
  return (
    <Stack gap={4}>
      <Text size="sm">{label}</Text>
      <Progress value={(done / total) * 100} aria-label={label} />
    </Stack>
  );
};

/** Link to a page of the organization, in a new tab. Dialogs are outside of the router, so it is not a `PageLink`. */
const NewTabLink = ({ path, children }: { readonly path: string; readonly children: string }) => (
  <Anchor size="sm" href={pathTo(path)} target="_blank">
    {`${children} (in a new tab)`}
  </Anchor>
);

const pageOf = (organization: string): string => `/app/organizations/${encodeURIComponent(organization)}`;

const ReplayLink = ({ organization, replay }: OfOrganization & { readonly replay: Replay }) => {
  const { policy, 'policy-set': set } = replay.relationships;
  const subject = policy.data === null ? `policy-sets/${set.data?.id}` : `policies/${policy.data.id}`;
  return <NewTabLink path={`${pageOf(organization)}/${subject}/replays/${replay.id}`}>Open the replay</NewTabLink>;
};

/** Progress and results of the replay. */
const Replayed = ({ organization, id }: OfOrganization & { readonly id: string }) => {
  const { data, error } = useQuery(replayQuery(id));
  if (error !== null) return <Text size="sm">{`${unknownEffect}. ${failureText(error)}`}</Text>;
  if (data === undefined) return <Text size="sm">…</Text>;
  return (
    <>
      <Numbers replay={data.data} />
      <ReplayLink organization={organization} replay={data.data} />
    </>
  );
};

const isWithoutPlans = (error: unknown): boolean =>
  error instanceof ApiFailure && error.status === 422 && isOnly('no-such-record', error.problems);

interface StartedProps extends OfOrganization {
  /** Identifier of the replay, as soon as it has been created. */
  readonly started: Promise<string>;
}

const Started = ({ organization, started }: StartedProps) => {
  const [id, setId] = useState<string>();
  const [error, setError] = useState<unknown>();
  useEffect(() => void started.then(setId, setError), [started]);
  if (isWithoutPlans(error)) return <NoPlans organization={organization} />;
  if (error !== undefined) return <Text size="sm">{`${unknownEffect}. ${failureText(error)}`}</Text>;
  if (id === undefined) return <Text size="sm">The replay is starting…</Text>;
  return <Replayed organization={organization} id={id} />;
};

interface QuestionProps {
  readonly question: BlockingQuestion;
  /** Identifier of the replay, as soon as it has been created. Undefined if a replay cannot try the change. */
  readonly started: Promise<string> | undefined;
  readonly onSave: () => void;
}

export function Question({ question, started, onSave }: QuestionProps) {
  const { organization, changes, replay } = question;
  return (
    <Stack>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {changes.join(' ')}
      </Text>
      <Stack gap={4} role="status" mih={52}>
        {started === undefined ? (
          <Text size="sm">{typeof replay === 'string' && replay}</Text>
        ) : (
          <Started organization={organization} started={started} />
        )}
      </Stack>
      <Group justify="flex-end">
        <Button variant="default" onClick={closeDialog}>
          Cancel
        </Button>
        <Button onClick={onSave}>Save</Button>
      </Group>
    </Stack>
  );
}
