// Weekly results of a policy. Marks show changes to the policy's code.
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { policyWeeksQuery, type Week } from '../../api/pass-rates.ts';
import { type Policy, type Revision, revisionsQuery } from '../../api/policies.ts';
import { type Series, StackedColumns } from '../../components/charts/stacked-columns.tsx';
import { CommandText } from '../../components/command-text.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { Section } from '../../components/section.tsx';
import { dayLength, shortDay } from '../../components/utc-day.ts';
import { checkOf } from '../workspaces/commands.ts';
import { usePolicyParams } from './frame.tsx';

/** Returns the revisions that were uploaded in a week, oldest first. `monday` is the first day of the week. */
const savedIn = (revisions: readonly Revision[], monday: string): readonly string[] => {
  const start = Date.parse(monday);
  const own = revisions.filter(({ attributes }) => {
    const age = Date.parse(attributes['created-at']) - start;
    return age >= 0 && age < 7 * dayLength;
  });
  return own.map(({ attributes }) => `Revision ${attributes.number.toLocaleString('en')}`).toReversed();
};

const series: readonly Series[] = [
  { name: 'Passed', tone: 'good' },
  { name: 'Failed', tone: 'bad' },
  { name: 'Errored', tone: 'errored' },
  { name: 'Exempt', tone: 'neutral' },
  { name: 'Only old findings', tone: 'warned' },
];

const countsOf = ({ passed, failed, errored, exempted, old }: Week): readonly number[] => [
  passed,
  failed,
  errored,
  exempted,
  old,
];

const NotEvaluated = () => {
  const { organization } = usePolicyParams();
  return (
    <Stack gap="xs">
      <Text>No plan was evaluated by this policy in the last 13 weeks.</Text>
      <Text c="dimmed" size="sm">
        To evaluate a plan in a pipeline, set TIPSTAFF_TOKEN to an API token and run this command:
      </Text>
      <CommandText command={checkOf(organization)} />
    </Stack>
  );
};

const Columns = ({ policy, weeks }: { readonly policy: Policy; readonly weeks: readonly Week[] }) => {
  const { data } = useQuery(revisionsQuery(policy.id, { size: 100 }));
  const revisions = data?.data ?? [];
  return (
    <StackedColumns
      label="Results by week"
      unit="Week of"
      marked="New revision"
      series={series}
      periods={weeks.map((each) => ({
        id: each.week,
        name: shortDay(each.week),
        counts: countsOf(each),
        marks: savedIn(revisions, each.week),
      }))}
    />
  );
};

export function Trend({ policy }: { readonly policy: Policy }) {
  const { data, error, refetch } = useQuery(policyWeeksQuery(policy.id));
  const isEvaluated = data?.some((each) => countsOf(each).some((count) => count > 0)) === true;
  return (
    <Section
      title="Results by week"
      {...(isEvaluated && { intro: 'Results of the policy by week. Weeks start on Monday.' })}
    >
      <QueryState data={data} error={error} refetch={refetch} />
      {data !== undefined && !isEvaluated && <NotEvaluated />}
      {data !== undefined && isEvaluated && <Columns policy={policy} weeks={data} />}
    </Section>
  );
}
