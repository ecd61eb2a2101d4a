// Chart of an organization's evaluations by day and status. Marks show changes to policies.
import { Group, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { dayRatesQuery, policyChangesQuery, type Rate } from '../../api/posture.ts';
import { StackedColumns } from '../../components/charts/stacked-columns.tsx';
import { EmptyList } from '../../components/empty-list.tsx';
import { PageLink } from '../../components/links.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { Section } from '../../components/section.tsx';
import { dayFrom, shortDay } from '../../components/utc-day.ts';
import { counted } from '../../texts/counted.ts';
import { checkOf } from '../workspaces/commands.ts';
import { Export } from './posture-export.tsx';

interface DaysProps {
  readonly organization: string;
  /** Whether the user can see all evaluations of the organization. */
  readonly seesAll: boolean;
  /** Whether the user is an owner. Only owners can read the audit trail. */
  readonly isOwner: boolean;
}

const series = [
  { name: 'Passed', tone: 'good' },
  { name: 'Failed', tone: 'bad' },
  { name: 'Errored', tone: 'errored' },
  { name: 'Overridden', tone: 'warned' },
] as const;

const countsOf = ({ attributes: { passed, failed, errored, overridden } }: Rate) => [
  passed,
  failed,
  errored,
  overridden ?? 0,
];

/** Returns the number of policy changes by day. Empty while loading, and for users who cannot read the audit trail. */
function useChanges({ organization, isOwner }: Omit<DaysProps, 'seesAll'>, days: number): ReadonlyMap<string, number> {
  const { data } = useQuery({ ...policyChangesQuery(organization, days), enabled: isOwner });
  const byDay = Map.groupBy(data?.data ?? [], ({ attributes }) => attributes.at.slice(0, 10));
  return new Map([...byDay].map(([day, events]) => [day, events.length]));
}

const Chart = ({
  rates,
  changes,
  organization,
}: { readonly rates: readonly Rate[]; readonly changes: ReadonlyMap<string, number> } & Pick<
  DaysProps,
  'organization'
>) => {
  const navigate = useNavigate();
  const to = '/app/organizations/$organization/evaluations' as const;
  const linkTo = (day: string) => ({
    to,
    params: { organization },
    search: { filter: { since: day, until: dayFrom(Date.parse(day), 1) } },
  });
  const periods = rates.map((rate) => {
    const day = rate.attributes.name;
    const changed = changes.get(day);
    const marks = changed === undefined ? [] : [counted(changed, 'policy changed', 'policies changed')];
    return { id: day, name: shortDay(day), counts: countsOf(rate), marks };
  });
  return (
    <StackedColumns
      label="Evaluations by day"
      unit="Day"
      {...(changes.size > 0 && { marked: 'Changed policies' })}
      series={series}
      periods={periods}
      onOpen={({ id }) => void navigate(linkTo(id))}
      linkOf={({ id, name }) => <PageLink {...linkTo(id)}>{name}</PageLink>}
    />
  );
};

export function PostureDays(props: DaysProps) {
  const { organization, seesAll } = props;
  const [days, setDays] = useState(30);
  const { data, error, refetch } = useQuery(dayRatesQuery(organization, days));
  const changes = useChanges(props, days);
  const rates = data?.data ?? [];
  const isEmpty = rates.every((rate) => countsOf(rate).every((count) => count === 0));
  return (
    <Section
      title="Evaluations by day"
      intro="Days are in UTC. Evaluations are counted with their current status. Click a day to list its evaluations."
      actions={
        <Group gap="xs">
          <SegmentedControl
            data-screen-only
            aria-label="Period"
            size="xs"
            value={String(days)}
            onChange={(value) => setDays(Number(value))}
            data={[30, 90].map((each) => ({ value: String(each), label: `${each} days` }))}
          />
          {data !== undefined && !isEmpty && (
            <Export
              what="Evaluations by day"
              file={`${organization}-evaluations-by-day`}
              read={() => ({
                names: ['Day', ...series.map(({ name }) => name)],
                rows: rates.map((rate) => [rate.attributes.name, ...countsOf(rate)]),
              })}
            />
          )}
        </Group>
      }
    >
      <QueryState data={data} error={error} refetch={refetch} />
      {data !== undefined && isEmpty && (
        <EmptyList
          text={
            seesAll
              ? 'No plan was evaluated in this period.'
              : 'There are no evaluations that you can see in this period.'
          }
          hint="To evaluate a plan in a pipeline, set TIPSTAFF_TOKEN to an API token and run this command:"
          command={checkOf(organization)}
        />
      )}
      {data !== undefined && !isEmpty && <Chart rates={rates} changes={changes} organization={organization} />}
    </Section>
  );
}
