// Weekly pass rates of the policies in a policy set, shown as bars with descriptions and numbers.
import { Stack, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type PassRates, type PolicyRates, passRatesQuery, type WeekCounts } from '../../api/pass-rates.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Dimmed } from '../../components/dimmed.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { shortDay } from '../../components/utc-day.ts';
import { PolicySetPage, useSetParams } from './frame.tsx';

interface Counts {
  readonly passed: number;
  /**
   * Number of passed, failed and errored results. Exempt results are not counted, because they say nothing about the
   * policy.
   */
  readonly all: number;
}

const countsOf = (weeks: readonly WeekCounts[]): Counts => ({
  passed: weeks.reduce((sum, { passed }) => sum + passed, 0),
  all: weeks.reduce((sum, { passed, failed, errored }) => sum + passed + failed + errored, 0),
});

const percentOf = ({ passed, all }: Counts): number => Math.floor((passed / all) * 100);

const rateOf = (counts: Counts): string =>
  counts.all === 0 ? 'not evaluated' : `${percentOf(counts)}% of ${counts.all.toLocaleString('en')}`;

const width = 12;
const height = 32;

const passedColor = 'light-dark(#2a7d50, #8fd6a8)';
const failedColor = 'light-dark(#e06a6a, #c23a3a)';

/**
 * Bar for a week. Passed results are at the bottom, other results above. A week without evaluations is shown as a line.
 */
const Bar = ({ counts, x }: { readonly counts: Counts; readonly x: number }) => {
  const size = counts.all === 0 ? 1 : height;
  const passed = counts.all === 0 ? 0 : (counts.passed / counts.all) * height;
  const fill = counts.all === 0 ? 'var(--mantine-color-dimmed)' : failedColor;
  return (
    <>
      <rect x={x} y={height - size} width={width - 2} height={size} style={{ fill }} />
      <rect x={x} y={height - passed} width={width - 2} height={passed} style={{ fill: passedColor }} />
    </>
  );
};

const Bars = ({ weeks, policy }: { readonly weeks: readonly string[]; readonly policy: PolicyRates }) => {
  const bars = weeks.map((week, index) => {
    const counts = countsOf(policy.weeks.filter((each) => each.week === week));
    return { counts, x: index * width, text: `Week of ${shortDay(week)}: ${rateOf(counts)}` };
  });
  const measured = bars.filter(({ counts }) => counts.all > 0);
  return (
    <>
      <svg width={weeks.length * width} height={height} aria-hidden style={{ display: 'block' }}>
        {bars.map(({ counts, x, text }) => (
          <g key={text}>
            <title>{text}</title>
            <rect x={x} y={0} width={width - 2} height={height} fill="transparent" />
            <Bar counts={counts} x={x} />
          </g>
        ))}
      </svg>
      <VisuallyHidden>{measured.map(({ text }) => text).join('; ')}</VisuallyHidden>
    </>
  );
};

type Row = PolicyRates & { readonly id: string };

const columns = (weeks: readonly string[]): readonly Column<Row>[] => [
  { id: 'name', header: 'Policy', cell: ({ name }) => name },
  {
    id: 'weeks',
    header: `Weeks since ${shortDay(weeks[0] ?? '')}`,
    cell: (policy) => <Bars weeks={weeks} policy={policy} />,
  },
  {
    id: 'rate',
    header: 'Passed',
    isNumber: true,
    cell: ({ weeks: counts }) => (
      <Text span inherit style={{ whiteSpace: 'nowrap' }}>
        {rateOf(countsOf(counts))}
      </Text>
    ),
  },
];

const Rates = ({ rates: { weeks, policies, 'is-truncated': isTruncated } }: { readonly rates: PassRates }) => {
  if (policies.length === 0) return <Text c="dimmed">This policy set evaluated no plan in the last 13 weeks.</Text>;
  const rows = policies.map((policy) => ({ ...policy, id: policy.name }));
  return (
    <Stack gap="sm">
      <Dimmed>
        Percentage of results that passed, by policy and week. Weeks start on Monday. Exempt results are not counted.
      </Dimmed>
      {isTruncated && (
        <Text size="sm">This page shows only the policies that failed most often and the newest evaluations.</Text>
      )}
      <DataTable caption="Trends" columns={columns(weeks)} rows={rows} nameOf={({ name }) => name} />
    </Stack>
  );
};

const Contents = ({ set }: { readonly set: string }) => {
  const { data, error, refetch } = useQuery(passRatesQuery(set));
  return (
    <>
      <QueryState data={data} error={error} refetch={refetch} />
      {data !== undefined && <Rates rates={data.data.attributes} />}
    </>
  );
};

/** Page that shows the pass rates of the policies in a policy set. */
export function PolicySetTrends() {
  const { id } = useSetParams();
  return <PolicySetPage>{() => <Contents set={id} />}</PolicySetPage>;
}
