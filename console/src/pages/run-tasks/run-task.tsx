// Page of a run task. It shows the URL to enter in the run platform and the calls that the platform made.
import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { runTaskCallList } from '../../api/list-specs.ts';
import { refresh } from '../../api/refresh.ts';
import { deleteRunTask, type RunTask, type RunTaskCall, runTaskCallsQuery, runTaskQuery } from '../../api/run-tasks.ts';
import { confirmAct } from '../../components/confirm.tsx';
import type { Column } from '../../components/data-table.tsx';
import { Dimmed } from '../../components/dimmed.tsx';
import { Fact, Facts } from '../../components/fact.tsx';
import { FormButton } from '../../components/form-button.tsx';
import { EvaluationLink, PageLink } from '../../components/links.tsx';
import { ListView } from '../../components/list-view.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { Page } from '../../components/page.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { CopyText } from '../../components/secret.tsx';
import { Section } from '../../components/section.tsx';
import { Tag } from '../../components/tag.tsx';
import { Time } from '../../components/time.tsx';
import { useList } from '../../components/use-list.ts';
import { wrapped } from '../../components/wrapped.tsx';
import { counted } from '../../texts/counted.ts';
import { statuses } from '../../texts/run-tasks.ts';
import { RunTaskForm } from './form.tsx';
import { EnabledTag } from './status.tsx';

const route = getRouteApi('/app/organizations/$organization/run-tasks/$runTask');

const Result = ({ call: { attributes } }: { readonly call: RunTaskCall }) => (
  <>
    {attributes.result === 'passed' && <Tag tone="good">Passed</Tag>}
    {attributes.result === 'failed' && <Tag tone="bad">Failed</Tag>}
    {attributes.error !== null && (
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {attributes.error}
      </Text>
    )}
  </>
);

const callColumns = (organization: string): readonly Column<RunTaskCall>[] => [
  {
    id: 'run',
    header: 'Run',
    cell: ({ attributes }) => wrapped(attributes['run-id'] ?? 'A run without an identifier'),
  },
  { id: 'workspace', header: 'Workspace', cell: ({ attributes }) => wrapped(attributes['workspace-name']) },
  { id: 'status', header: 'Status', cell: ({ attributes }) => statuses[attributes.status] ?? attributes.status },
  { id: 'result', header: 'Result', cell: (call) => <Result call={call} /> },
  {
    id: 'evaluation',
    header: 'Evaluation',
    cell: ({ relationships }) => {
      const evaluation = relationships['policy-evaluation'].data?.id;
      return (
        evaluation !== undefined && (
          <EvaluationLink organization={organization} evaluation={evaluation}>
            Open the evaluation
          </EvaluationLink>
        )
      );
    },
  },
  { id: 'called', header: 'Called', cell: ({ attributes }) => <Time iso={attributes['created-at']} /> },
];

const Calls = ({ runTask: { id } }: { readonly runTask: RunTask }) => {
  const { organization } = route.useParams();
  const list = useList(route, (search) => runTaskCallsQuery(id, search));
  return (
    <Section
      title="Calls"
      intro="Each call shows the result that was sent to the run platform, or the reason why no result could be sent. Calls are kept for 30 days."
    >
      <ListView
        what="calls"
        spec={runTaskCallList}
        {...list}
        columns={callColumns(organization)}
        nameOf={({ id: call }) => call}
        empty="The run platform has not called this run task yet."
        hint="The first call is made at the first run of a workspace that uses this run task."
      />
    </Section>
  );
};

const About = ({ runTask }: { readonly runTask: RunTask }) => {
  const { url, 'allowed-hosts': hosts, 'external-outcomes-minutes': minutes } = runTask.attributes;
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <EnabledTag runTask={runTask} />
        {minutes > 0 && <Text size="sm">{`Waits ${counted(minutes, 'minute')} for external results`}</Text>}
      </Group>
      <Facts>
        <Fact name="Hosts of the run platform">{hosts.join(', ')}</Fact>
      </Facts>
      <Stack gap={4}>
        <Dimmed>URL for the run platform</Dimmed>
        <Group gap="xs">
          <Code fz="sm" style={{ overflowWrap: 'anywhere' }}>
            {url}
          </Code>
          <CopyText text={url} what="URL for the run platform" />
        </Group>
        <Text size="sm">Create a run task in the run platform, and enter this URL and the HMAC key there.</Text>
      </Stack>
    </Stack>
  );
};

const Acts = ({ runTask }: { readonly runTask: RunTask }) => {
  const { organization } = route.useParams();
  const navigate = route.useNavigate();
  const { name } = runTask.attributes;
  const saved = async () => {
    notifyDone('Saved.');
    await refresh('run-task', runTask.id);
  };
  const remove = () =>
    confirmAct({
      title: `Delete the run task ${name}?`,
      body: 'The calls of this run task are deleted, too. The run platform receives no results for calls that are still waiting.',
      act: 'Delete',
      onConfirm: async () => {
        await deleteRunTask(runTask.id);
        notifyDone(`The run task ${name} was deleted.`);
        await navigate({ to: '/app/organizations/$organization/run-tasks', params: { organization } });
        await refresh('run-tasks');
      },
    });
  return (
    <>
      <FormButton act="Edit" title={name} variant="default">
        {(close) => <RunTaskForm organization={organization} runTask={runTask} onDone={saved} onClose={close} />}
      </FormButton>
      <Button variant="default" c="var(--mantine-color-error)" onClick={remove}>
        Delete
      </Button>
    </>
  );
};

export function RunTaskPage() {
  const { organization, runTask: id } = route.useParams();
  const { data, error, refetch } = useQuery(runTaskQuery(id));
  const runTask = data?.data;
  return (
    <Page
      title={runTask?.attributes.name ?? '…'}
      trail={
        <PageLink to="/app/organizations/$organization/run-tasks" params={{ organization }}>
          Run tasks
        </PageLink>
      }
      actions={runTask !== undefined && <Acts runTask={runTask} />}
    >
      {runTask === undefined && <QueryState data={runTask} error={error} refetch={refetch} />}
      {runTask !== undefined && (
        <>
          <About runTask={runTask} />
          <Calls runTask={runTask} />
        </>
      )}
    </Page>
  );
}
