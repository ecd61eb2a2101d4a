// A run task: its address for the platform, and its calls.
import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { runTaskCallList } from '../../api/list-specs.ts';
import { refresh } from '../../api/refresh.ts';
import { deleteRunTask, type RunTask, type RunTaskCall, runTaskCallsQuery, runTaskQuery } from '../../api/run-tasks.ts';
import { confirmAct } from '../../components/confirm.tsx';
import type { Column } from '../../components/data-table.tsx';
import { Dimmed } from '../../components/dimmed.tsx';
import { EmptyList } from '../../components/empty-list.tsx';
import { Fact, Facts } from '../../components/fact.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { PageLink } from '../../components/links.tsx';
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
import { t } from '../../texts/run-tasks.ts';
import { RunTaskForm } from './form.tsx';
import { EnabledTag } from './status.tsx';

const route = getRouteApi('/app/organizations/$organization/run-tasks/$runTask');

const Result = ({ call: { attributes } }: { readonly call: RunTaskCall }) => (
  <>
    {attributes.result === 'passed' && <Tag tone="good">{t.passed}</Tag>}
    {attributes.result === 'failed' && <Tag tone="bad">{t.failed}</Tag>}
    {attributes.error !== null && (
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {attributes.error}
      </Text>
    )}
  </>
);

const callColumns = (organization: string): readonly Column<RunTaskCall>[] => [
  { id: 'run', header: t.run, isName: true, cell: ({ attributes }) => wrapped(attributes['run-id'] ?? t.noRun) },
  { id: 'workspace', header: t.workspace, cell: ({ attributes }) => wrapped(attributes['workspace-name']) },
  { id: 'status', header: t.status, cell: ({ attributes }) => t.statusName(attributes.status) },
  { id: 'result', header: t.result, cell: (call) => <Result call={call} /> },
  {
    id: 'evaluation',
    header: t.evaluation,
    cell: ({ relationships }) => {
      const evaluation = relationships['policy-evaluation'].data?.id;
      return (
        evaluation !== undefined && (
          <PageLink to="/app/organizations/$organization/evaluations/$evaluation" params={{ organization, evaluation }}>
            {t.toEvaluation}
          </PageLink>
        )
      );
    },
  },
  { id: 'called', header: t.called, cell: ({ attributes }) => <Time iso={attributes['created-at']} /> },
];

const Calls = ({ runTask: { id } }: { readonly runTask: RunTask }) => {
  const { organization } = route.useParams();
  const list = useList(route, (search) => runTaskCallsQuery(id, search));
  return (
    <Section title={t.calls} intro={t.callsIntro}>
      <ListView
        what={t.whatCalls}
        spec={runTaskCallList}
        {...list}
        columns={callColumns(organization)}
        nameOf={({ id: call }) => call}
        empty={<EmptyList text={t.noCalls} hint={t.noCallsHint} />}
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
        {minutes > 0 && <Text size="sm">{t.waits(minutes)}</Text>}
      </Group>
      <Facts>
        <Fact name={t.hosts}>{hosts.join(', ')}</Fact>
      </Facts>
      <Stack gap={4}>
        <Dimmed>{t.address}</Dimmed>
        <Group gap="xs">
          <Code fz="sm" style={{ overflowWrap: 'anywhere' }}>
            {url}
          </Code>
          <CopyText text={url} what={t.address} />
        </Group>
        <Text size="sm">{t.addressHint}</Text>
      </Stack>
    </Stack>
  );
};

const Acts = ({ runTask }: { readonly runTask: RunTask }) => {
  const { organization } = route.useParams();
  const navigate = route.useNavigate();
  const queryClient = useQueryClient();
  const [isEditing, { open, close }] = useDisclosure(false);
  const { name } = runTask.attributes;
  const saved = async () => {
    notifyDone(t.saved);
    await refresh(queryClient, 'run-task', runTask.id);
  };
  const remove = () =>
    confirmAct({
      title: t.deleteTitle(name),
      body: t.deleteBody,
      act: t.delete,
      onConfirm: async () => {
        await deleteRunTask(runTask.id);
        notifyDone(t.deleted(name));
        await navigate({ to: '/app/organizations/$organization/run-tasks', params: { organization } });
        await refresh(queryClient, 'run-tasks');
      },
    });
  return (
    <>
      <Button variant="default" onClick={open}>
        {t.edit}
      </Button>
      <Button variant="default" c="var(--mantine-color-error)" onClick={remove}>
        {t.delete}
      </Button>
      <FormDialog title={name} isOpen={isEditing} onClose={close}>
        <RunTaskForm organization={organization} runTask={runTask} onDone={saved} onClose={close} />
      </FormDialog>
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
          {t.title}
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
