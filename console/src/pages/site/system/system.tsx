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
import { t } from '../../../texts/system.ts';

const tones = { ok: 'good', warning: 'warned', problem: 'bad' } as const;

const Verdict = ({ status }: { readonly status: SystemStatus }) => {
  const { findings, jobs } = troublesOf(status);
  if (!status.healthy) return <Alert color="red" role="status" title={t.unhealthy} />;
  const isFine = findings.length === 0 && jobs.length === 0;
  return <Alert color={isFine ? 'green' : 'yellow'} role="status" title={isFine ? t.healthy : t.warned} />;
};

/** The rows of a table need an identity; a check may have several findings. */
const identified = <Row,>(rows: readonly Row[]): readonly (Row & { readonly id: string })[] =>
  rows.map((row, index) => ({ ...row, id: String(index) }));

const findingColumns = (): readonly Column<Finding & { readonly id: string }>[] => [
  { id: 'check', header: t.check, isName: true, cell: ({ check }) => t.checkName(check) },
  {
    id: 'status',
    header: t.status,
    cell: ({ status }) => <Tag tone={tones[status]}>{t.statusName(status)}</Tag>,
  },
  {
    id: 'detail',
    header: t.detail,
    cell: ({ detail }) => (
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {detail}
      </Text>
    ),
  },
];

/** In seconds; a job that looks for work more often has done so again before this page shows when. */
const minShown = 60;

/** When a job looks for work next, or how often where that is often. */
function NextRun({ job: { 'next-run-at': at, 'interval-seconds': interval } }: { readonly job: Job }) {
  if (interval < minShown) return t.every(interval);
  return at !== null && Date.parse(at) <= Date.now() ? t.now : <Time iso={at} absent={t.unknown} />;
}

const jobColumns = (): readonly Column<Job & { readonly id: string }>[] => [
  { id: 'name', header: t.job, isName: true, cell: ({ name }) => t.jobName(name) },
  {
    id: 'status',
    header: t.status,
    cell: ({ failures, failure }) =>
      failures === 0 ? (
        <Tag tone="good">{t.fine}</Tag>
      ) : (
        <Tag tone="bad">{t.failed(failures, failure ?? t.unknown)}</Tag>
      ),
  },
  { id: 'ran', header: t.lastRun, cell: (job) => <Time iso={job['last-run-at']} /> },
  { id: 'failed', header: t.lastFailure, cell: (job) => <Time iso={job['last-failure-at']} /> },
  { id: 'next', header: t.nextRun, cell: (job) => <NextRun job={job} /> },
];

const instanceColumns = (): readonly Column<Instance & { readonly id: string }>[] => [
  { id: 'host', header: t.host, isName: true, cell: ({ host }) => host },
  { id: 'version', header: t.version, cell: ({ version }) => version },
  { id: 'started', header: t.started, cell: (instance) => <Time iso={instance['started-at']} /> },
  { id: 'seen', header: t.seen, cell: (instance) => <Time iso={instance['seen-at']} /> },
];

const factsOf = (status: SystemStatus): readonly (readonly [string, string])[] => {
  const [free, total, size] = [status['disk-free-bytes'], status['disk-bytes'], status['database-bytes']];
  return [
    [t.version, status.version],
    [t.edition, status.edition],
    [t.address, status['base-url']],
    [t.node, status['node-version']],
    [t.policyEngine, t.engineName(status['policy-engine'])],
    [t.database, t.databaseIs(status.database, status['database-version'] ?? '')],
    [t.databaseSize, size === null ? t.unknown : bytes(size)],
    [t.disk, free === null || total === null ? t.unknown : t.diskIs(bytes(free), bytes(total))],
    [t.mail, status['mail-enabled'] ? t.on : t.off],
    [t.backups, t.backupsBody],
  ];
};

const Facts = ({ status }: { readonly status: SystemStatus }) => (
  <Section title={t.facts}>
    <FactTable facts={factsOf(status)} />
  </Section>
);

const Status = ({ status }: { readonly status: SystemStatus }) => (
  <Stack gap="xl">
    <Verdict status={status} />
    <Section title={t.findings} intro={t.findingsIntro}>
      <DataTable
        caption={t.findingsCaption}
        columns={findingColumns()}
        rows={identified(status.findings)}
        nameOf={({ check }) => t.checkName(check)}
      />
    </Section>
    <Section title={t.jobs} intro={t.jobsIntro}>
      {status.jobs.length === 0 ? (
        <Text c="dimmed">{t.noJobs}</Text>
      ) : (
        <DataTable
          caption={t.jobsCaption}
          columns={jobColumns()}
          rows={identified(status.jobs)}
          nameOf={({ name }) => t.jobName(name)}
        />
      )}
    </Section>
    <Section title={t.instances} intro={t.instancesIntro}>
      {status.instances.length === 0 ? (
        <Text c="dimmed">{t.noInstances}</Text>
      ) : (
        <DataTable
          caption={t.instancesCaption}
          columns={instanceColumns()}
          rows={identified(status.instances)}
          nameOf={({ host }) => host}
        />
      )}
    </Section>
    <Removals />
    <Facts status={status} />
    <PageLink to="/app/first-steps">{t.firstSteps}</PageLink>
  </Stack>
);

/** Status page of the service: the doctor's findings, jobs, processes, and the platform that it runs on. */
export function System() {
  const { data, error, isFetching, refetch } = useQuery(systemQuery);
  return (
    <Page
      title={t.title}
      intro={t.intro}
      actions={
        <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
          {t.again}
        </Button>
      }
    >
      <QueryState data={data} error={error} refetch={refetch} />
      {data !== undefined && <Status status={data.data.attributes} />}
    </Page>
  );
}
