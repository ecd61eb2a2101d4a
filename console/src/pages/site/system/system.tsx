import { Alert, Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  type Finding,
  type Instance,
  type Job,
  type SystemStatus,
  systemQuery,
  troublesOf,
} from '../../../api/system.ts';
import { bytes } from '../../../components/bytes.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { FactTable } from '../../../components/fact-table.tsx';
import { PageLink } from '../../../components/links.tsx';
import { Page } from '../../../components/page.tsx';
import { QueryState } from '../../../components/query-state.tsx';
import { Removals } from '../../../components/removals.tsx';
import { Section } from '../../../components/section.tsx';
import { Tag } from '../../../components/tag.tsx';
import { Time } from '../../../components/time.tsx';
import { counted } from '../../../texts/counted.ts';
import { jobNames } from '../../../texts/job-names.ts';
import { statuses } from '../../../texts/system.ts';
import { areStepsDone } from '../../first-steps/hiding.ts';

const tones = { ok: 'good', warning: 'warned', problem: 'bad' } as const;

const Verdict = ({ status }: { readonly status: SystemStatus }) => {
  const { findings, jobs } = troublesOf(status);
  if (!status.healthy) return <Alert color="red" role="status" title="There are problems." />;
  const isFine = findings.length === 0 && jobs.length === 0;
  return (
    <Alert
      color={isFine ? 'green' : 'yellow'}
      role="status"
      title={isFine ? 'No problems were found.' : 'The service works, but some checks need attention.'}
    />
  );
};

/**
 * Adds a unique identifier to each row. The name of the check is not unique, because a check can have several findings.
 */
const identified = <Row,>(rows: readonly Row[]): readonly (Row & { readonly id: string })[] =>
  rows.map((row, index) => ({ ...row, id: String(index) }));

const findingColumns: readonly Column<Finding & { readonly id: string }>[] = [
  {
    id: 'check',
    header: 'Check',
    cell: ({ check }) => (check === 'node' ? 'Node.js' : check.charAt(0).toUpperCase() + check.slice(1)),
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <Tag tone={tones[status]}>{statuses[status]}</Tag>,
  },
  {
    id: 'detail',
    header: 'Result and what to do',
    cell: ({ detail }) => (
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {detail}
      </Text>
    ),
  },
];

/**
 * Interval in seconds. The next run of a job with a shorter interval is not shown, because it would be in the past
 * before the page is refreshed.
 */
const minShown = 60;

/** Shows when a job runs next, or its interval if the interval is short. */
function NextRun({ job: { 'next-run-at': at, 'interval-seconds': interval } }: { readonly job: Job }) {
  if (interval < minShown) return interval === 1 ? 'Every second' : `Every ${counted(interval, 'second')}`;
  return at !== null && Date.parse(at) <= Date.now() ? 'Now' : <Time iso={at} absent="Unknown" />;
}

const jobColumns: readonly Column<Job & { readonly id: string }>[] = [
  { id: 'name', header: 'Job', cell: ({ name }) => jobNames[name] ?? name },
  {
    id: 'status',
    header: 'Status',
    cell: ({ failures, failure }) =>
      failures === 0 ? (
        <Tag tone="good">OK</Tag>
      ) : (
        <Tag tone="bad">{`Failed ${counted(failures, 'time')} in a row: ${failure ?? 'Unknown'}`}</Tag>
      ),
  },
  { id: 'ran', header: 'Last run', cell: (job) => <Time iso={job['last-run-at']} /> },
  { id: 'failed', header: 'Last failure', cell: (job) => <Time iso={job['last-failure-at']} /> },
  { id: 'next', header: 'Next run', cell: (job) => <NextRun job={job} /> },
];

const instanceColumns: readonly Column<Instance & { readonly id: string }>[] = [
  { id: 'host', header: 'Machine', cell: ({ host }) => host },
  { id: 'version', header: 'Tipstaff', cell: ({ version }) => version },
  { id: 'started', header: 'Started', cell: (instance) => <Time iso={instance['started-at']} /> },
  { id: 'seen', header: 'Last seen', cell: (instance) => <Time iso={instance['seen-at']} /> },
];

const factsOf = (status: SystemStatus): readonly (readonly [string, string])[] => {
  const [free, total, size] = [status['disk-free-bytes'], status['disk-bytes'], status['database-bytes']];
  return [
    ['Tipstaff', status.version],
    ['Edition', status.edition],
    ['Address', status['base-url']],
    ['Node.js', status['node-version']],
    ['Policy engine', status['policy-engine'] === 'native' ? 'Native program' : 'WebAssembly'],
    ['Database', `${status.database === 'sqlite' ? 'SQLite' : 'PostgreSQL'} ${status['database-version'] ?? ''}`],
    ['Size of the database', size === null ? 'Unknown' : bytes(size)],
    [
      'Disk with the data folder',
      free === null || total === null ? 'Unknown' : `${bytes(free)} of ${bytes(total)} free`,
    ],
    ['Mail', status['mail-enabled'] ? 'On' : 'Off'],
    ['Backups', 'Create backups with “tipstaff backup”. The service does not know whether backups exist.'],
  ];
};

const Facts = ({ status }: { readonly status: SystemStatus }) => (
  <Section title="Environment">
    <FactTable facts={factsOf(status)} />
  </Section>
);

const Status = ({ status }: { readonly status: SystemStatus }) => (
  <Stack gap="xl">
    <Verdict status={status} />
    <Section
      title="Checks"
      intro="These are the checks of “tipstaff doctor” that a running service can perform. If you run the command on the server, it also reads every table of the database."
    >
      <DataTable
        caption="Findings"
        columns={findingColumns}
        rows={identified(status.findings)}
        nameOf={({ check }) => (check === 'node' ? 'Node.js' : check.charAt(0).toUpperCase() + check.slice(1))}
      />
    </Section>
    <Section title="Jobs" intro="Each job runs on one instance at a time. A failed job is retried at its next run.">
      {status.jobs.length === 0 ? (
        <Text c="dimmed">No job has run since the service started.</Text>
      ) : (
        <DataTable
          caption="Jobs"
          columns={jobColumns}
          rows={identified(status.jobs)}
          nameOf={({ name }) => jobNames[name] ?? name}
        />
      )}
    </Section>
    <Section
      title="Instances"
      intro="The processes that use this database. A process that has not reported for three minutes is no longer listed."
    >
      {status.instances.length === 0 ? (
        <Text c="dimmed">No process has reported yet.</Text>
      ) : (
        <DataTable
          caption="Instances"
          columns={instanceColumns}
          rows={identified(status.instances)}
          nameOf={({ host }) => host}
        />
      )}
    </Section>
    <Removals />
    <Facts status={status} />
    {!areStepsDone() && <PageLink to="/app/first-steps">First steps</PageLink>}
  </Stack>
);

/** Page with the system status: findings, jobs, processes and platform. */
export function System() {
  const { data, error, isFetching, refetch } = useQuery(systemQuery);
  return (
    <Page
      title="System"
      intro="The state of the service, refreshed every 30 seconds."
      actions={
        <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
          Check again
        </Button>
      }
    >
      <QueryState data={data} error={error} refetch={refetch} />
      {data !== undefined && <Status status={data.data.attributes} />}
    </Page>
  );
}
