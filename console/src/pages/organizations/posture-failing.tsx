// The policies that failed most often in the last 30 days, each with its last failure.
import { Box, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { policyRatesQuery, type Rate } from '../../api/posture.ts';
import { ShareBar } from '../../components/charts/parts-bar.tsx';
import { type Column, countColumn, DataTable } from '../../components/data-table.tsx';
import { PageLink } from '../../components/links.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { Section } from '../../components/section.tsx';
import { Time } from '../../components/time.tsx';
import { t } from '../../texts/posture.ts';
import { Downloads } from './posture-downloads.tsx';

interface FailingProps {
  readonly organization: string;
  /** True for somebody who sees all evaluations. */
  readonly seesAll: boolean;
  /** True for somebody who opens policies. */
  readonly opensPolicies: boolean;
}

const [days, shown] = [30, 10];

const PolicyName = ({ rate, organization, opensPolicies }: { readonly rate: Rate } & Omit<FailingProps, 'seesAll'>) => {
  const policy = rate.relationships.policy.data?.id;
  const { name } = rate.attributes;
  if (policy === undefined || !opensPolicies) return name;
  return (
    <PageLink to="/app/organizations/$organization/policies/$policy" params={{ organization, policy }}>
      {name}
    </PageLink>
  );
};

const LastFailure = ({ rate, organization }: { readonly rate: Rate; readonly organization: string }) => {
  const evaluation = rate.relationships['last-failed-evaluation'].data?.id;
  const at = rate.attributes['last-failed-at'];
  if (evaluation === undefined || at === null) return t.never;
  return (
    <PageLink to="/app/organizations/$organization/evaluations/$evaluation" params={{ organization, evaluation }}>
      <Time iso={at} />
    </PageLink>
  );
};

const columns = (props: Omit<FailingProps, 'seesAll'>): readonly Column<Rate>[] => [
  { id: 'name', header: t.policy, isName: true, cell: (rate) => <PolicyName rate={rate} {...props} /> },
  {
    id: 'share',
    header: t.share,
    cell: ({ attributes: { name, passed, failed, errored } }) => (
      <Box w={120}>
        <ShareBar
          label={name}
          parts={[
            { id: 'failed', name: t.failed, tone: 'bad', count: failed },
            { id: 'errored', name: t.errored, tone: 'errored', count: errored },
            { id: 'passed', name: t.passed, tone: 'good', count: passed },
          ]}
          height={12}
        />
      </Box>
    ),
  },
  countColumn('failed', t.failed, ({ attributes }) => attributes.failed),
  countColumn('errored', t.errored, ({ attributes }) => attributes.errored),
  countColumn('passed', t.passed, ({ attributes }) => attributes.passed),
  countColumn('shadow', t.shadowFailed, ({ attributes }) => attributes['shadow-failed']),
  { id: 'last', header: t.lastFailure, cell: (rate) => <LastFailure rate={rate} organization={props.organization} /> },
];

const failures = ({ attributes }: Rate): number => attributes.failed + attributes.errored + attributes['shadow-failed'];

const valuesOf = ({ attributes: rate }: Rate) => [
  rate.name,
  rate.failed,
  rate.errored,
  rate.passed,
  rate['shadow-failed'],
  rate['last-failed-at'],
];

export function PostureFailing(props: FailingProps) {
  const { organization, seesAll } = props;
  const { data, error, refetch } = useQuery(policyRatesQuery(organization, days, shown));
  const rows = (data?.data ?? []).filter((rate) => failures(rate) > 0);
  return (
    <Section title={t.failing} intro={t.lastDays(days)}>
      <QueryState data={data} error={error} refetch={refetch} />
      {data !== undefined && rows.length === 0 && (
        <Text c="dimmed">{t.nothingFails(data.meta.pagination?.['total-count'] ?? 0, seesAll)}</Text>
      )}
      {rows.length > 0 && (
        <>
          <DataTable
            caption={t.failing}
            columns={columns(props)}
            rows={rows}
            nameOf={({ attributes }) => attributes.name}
          />
          <Downloads
            what={t.failing}
            file={`${organization}-failing-policies`}
            names={[t.policy, t.failed, t.errored, t.passed, t.shadowFailed, t.lastFailure]}
            rows={rows.map(valuesOf)}
          />
        </>
      )}
    </Section>
  );
}
