// Policies with the most failures in the last 30 days, each with the time of its latest failure.
import { Box, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { policyRatesQuery, type Rate } from '../../api/posture.ts';
import { totalOf } from '../../api/query.ts';
import { ShareBar } from '../../components/charts/parts-bar.tsx';
import { type Column, countColumn, DataTable } from '../../components/data-table.tsx';
import { EvaluationLink, PageLink } from '../../components/links.tsx';
import { MoreButton } from '../../components/more-button.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { Section } from '../../components/section.tsx';
import { Time } from '../../components/time.tsx';
import { counted } from '../../texts/counted.ts';
import { Export } from './posture-export.tsx';

const nothingFailsText = (policies: number, seesAll: boolean) => {
  if (policies === 0)
    return seesAll
      ? 'No policy evaluated a plan in this period.'
      : 'There are no results of policies that you can see in this period.';
  return `${counted(policies, 'policy was', 'policies were')} evaluated${seesAll ? '' : ' in the evaluations that you can see'}, and none failed.`;
};

interface FailingProps {
  readonly organization: string;
  /** Whether the user can see all evaluations of the organization. */
  readonly seesAll: boolean;
  /** Whether the user can open the pages about policies. */
  readonly opensPolicies: boolean;
}

const days = 30;

/** Numbers of policies that are shown at first, and after a click. */
const [few, many] = [10, 100];

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
  if (evaluation === undefined || at === null) return 'Never';
  return (
    <EvaluationLink organization={organization} evaluation={evaluation}>
      <Time iso={at} isInLink />
    </EvaluationLink>
  );
};

const columns = (props: Omit<FailingProps, 'seesAll'>): readonly Column<Rate>[] => [
  { id: 'name', header: 'Policy', cell: (rate) => <PolicyName rate={rate} {...props} /> },
  {
    id: 'share',
    header: 'Results',
    cell: ({ attributes: { name, passed, failed, errored } }) => (
      <Box w={120}>
        <ShareBar
          label={name}
          parts={[
            { id: 'failed', name: 'Failed', tone: 'bad', count: failed },
            { id: 'errored', name: 'Errored', tone: 'errored', count: errored },
            { id: 'passed', name: 'Passed', tone: 'good', count: passed },
          ]}
          height={12}
        />
      </Box>
    ),
  },
  countColumn('failed', 'Failed', ({ attributes }) => attributes.failed),
  countColumn('errored', 'Errored', ({ attributes }) => attributes.errored),
  countColumn('passed', 'Passed', ({ attributes }) => attributes.passed),
  countColumn('shadow', 'Failed in shadow mode', ({ attributes }) => attributes['shadow-failed']),
  { id: 'last', header: 'Last failure', cell: (rate) => <LastFailure rate={rate} organization={props.organization} /> },
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

const title = 'Most failed policies';

const exportOf = (rows: readonly Rate[]) => ({
  names: ['Policy', 'Failed', 'Errored', 'Passed', 'Failed in shadow mode', 'Last failure'],
  rows: rows.map(valuesOf),
});

/**
 * Returns a reference for the element with the rows. If no element has the focus after more rows were loaded, the first
 * new row gets it.
 */
function useFocusOnNewRow(hasNewRows: boolean) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const row = container.current?.querySelectorAll<HTMLElement>('tbody tr, li')[few];
    if (!hasNewRows || row === undefined || document.activeElement !== document.body) return;
    row.tabIndex = -1;
    row.focus();
  }, [hasNewRows]);
  return container;
}

export function PostureFailing(props: FailingProps) {
  const { organization, seesAll } = props;
  const [isLong, setLong] = useState(false);
  const first = useQuery(policyRatesQuery(organization, days, few));
  const long = useQuery({ ...policyRatesQuery(organization, days, many), enabled: isLong });
  // Data from an earlier visit is kept in the cache, and is shown only after a click.
  const [data, size] = !isLong || long.data === undefined ? [first.data, few] : [long.data, many];
  const rows = (data?.data ?? []).filter((rate) => failures(rate) > 0);
  const total = data === undefined ? 0 : totalOf(data);
  const hasMore = rows.length >= size && total > size;
  const container = useFocusOnNewRow(size === many);
  return (
    <Section
      title={title}
      intro={`Last ${days} days`}
      actions={
        rows.length > 0 && <Export what={title} file={`${organization}-failed-policies`} read={() => exportOf(rows)} />
      }
    >
      <QueryState data={data} error={first.error} refetch={first.refetch} />
      {data !== undefined && rows.length === 0 && <Text c="dimmed">{nothingFailsText(total, seesAll)}</Text>}
      {rows.length > 0 && (
        <div ref={container}>
          <DataTable
            caption={title}
            columns={columns(props)}
            rows={rows}
            nameOf={({ attributes }) => attributes.name}
          />
        </div>
      )}
      {hasMore && size === few && (
        <MoreButton
          error={long.error}
          isLoading={long.isFetching}
          onMore={() => (isLong ? long.refetch() : setLong(true))}
        >
          Show more policies
        </MoreButton>
      )}
      {hasMore && size === many && <Text c="dimmed">{`The ${many} policies with the most failures are shown.`}</Text>}
    </Section>
  );
}
