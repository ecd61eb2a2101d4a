// Page that compares an organization's subscription plan with other plans and lists its past subscriptions.
import { Badge, Button, Group, Stack, Switch, Table, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Fragment } from 'react';
import { accountQuery } from '../../api/account.ts';
import { subscriptionList } from '../../api/list-specs.ts';
import { canManagePolicies, organizationQuery } from '../../api/organizations.ts';
import {
  canChangePlans,
  hasPlans,
  type Plan,
  plansQuery,
  type Subscription,
  subscriptionQuery,
  subscriptionsQuery,
} from '../../api/plans.ts';
import type { Column } from '../../components/data-table.tsx';
import { Failure } from '../../components/failure.tsx';
import { ListView } from '../../components/list-view.tsx';
import { LoadTogether } from '../../components/load-together.tsx';
import { LoadingRows } from '../../components/loading-rows.tsx';
import { Page } from '../../components/page.tsx';
import { Section } from '../../components/section.tsx';
import { Tag } from '../../components/tag.tsx';
import { Time } from '../../components/time.tsx';
import { WideTable } from '../../components/wide-table.tsx';
import classes from './plan.module.css';
import { changePlan } from './plan-choice.ts';
import { comparedGroups, differencesAmong } from './plan-rows.ts';
import { OrganizationLink } from './trail.tsx';
import { UsageBars } from './usage.tsx';

const route = getRouteApi('/app/organizations/$organization/subscription');

const Cell = ({ value }: { readonly value: string | boolean }) => {
  if (typeof value === 'string') return value;
  const label = value ? 'Included' : 'Not included';
  const Shape = value ? IconCheck : IconMinus;
  return <Shape size={16} role="img" aria-label={label} opacity={value ? 1 : 0.5} />;
};

interface ComparisonProps {
  readonly organization: string;
  readonly plans: readonly Plan[];
  readonly current: Plan | undefined;
  readonly isShort: boolean;
}

const PlanHead = ({ organization, plan, current }: Omit<ComparisonProps, 'plans' | 'isShort'> & { plan: Plan }) => {
  const { data: account } = useQuery(accountQuery);
  const { name } = plan.attributes;
  const mayChoose = canChangePlans && account?.data.attributes['is-admin'] === true;
  return (
    <Stack gap={4} align="flex-start">
      <span style={{ overflowWrap: 'anywhere' }}>{name}</span>
      {plan.id === current?.id && <Badge tt="none">Current</Badge>}
      {plan.id !== current?.id && mayChoose && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Choose ${name}`}
          onClick={() => changePlan(organization, current, plan)}
        >
          Choose
        </Button>
      )}
    </Stack>
  );
};

/** Moves the current plan to the first column. Small screens show only a few columns. */
const withFirst = (plans: readonly Plan[], first: Plan | undefined): readonly Plan[] =>
  plans.toSorted((one, other) => Number(other.id === first?.id) - Number(one.id === first?.id));

/**
 * Width in pixels of the column with row names, and of each column with a plan. On small screens, two plans and the
 * edge of a third are visible.
 */
const widths = { wide: [200, 130], narrow: [128, 92] } as const;

const Comparison = (props: ComparisonProps) => {
  const { current, isShort } = props;
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const plans = isNarrow ? withFirst(props.plans, current) : props.plans;
  const [names, each] = widths[isNarrow ? 'narrow' : 'wide'];
  const groups = isShort ? differencesAmong(plans.map(({ attributes }) => attributes)) : comparedGroups;
  if (groups.length === 0) return <Text c="dimmed">The subscriptions do not differ.</Text>;
  return (
    <WideTable
      label="Comparison"
      minWidth={names + plans.length * each}
      className={classes.comparison ?? ''}
      layout="fixed"
    >
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Subscription</Table.Th>
          {plans.map((plan) => (
            <Table.Th key={plan.id} scope="col" style={{ verticalAlign: 'top' }}>
              <PlanHead {...props} plan={plan} />
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {groups.map(({ title, rows }) => (
          <Fragment key={title}>
            <Table.Tr className={classes.group ?? ''}>
              <Table.Th scope="rowgroup">{title}</Table.Th>
              <Table.Td colSpan={plans.length} />
            </Table.Tr>
            {rows.map(({ id, label, of }) => (
              <Table.Tr key={id}>
                <Table.Th scope="row" fw={400}>
                  {label}
                </Table.Th>
                {plans.map((plan) => (
                  <Table.Td key={plan.id}>
                    <Cell value={of(plan.attributes)} />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Fragment>
        ))}
      </Table.Tbody>
    </WideTable>
  );
};

/** Returns the available plans, and the current plan even if it is no longer available. */
const columnsWith = (plans: readonly Plan[], current: Plan | undefined): readonly Plan[] =>
  current === undefined || plans.some(({ id }) => id === current.id) ? plans : [current, ...plans];

const ComparisonSection = ({ organization }: { readonly organization: string }) => {
  const { differences = false } = route.useSearch();
  const navigate = route.useNavigate();
  const plans = useQuery(plansQuery(organization));
  const { data: subscription, error, refetch } = useQuery(subscriptionQuery(organization));
  const failure = error ?? plans.error;
  const isReady = subscription !== undefined && (!hasPlans || plans.data !== undefined);
  const show = (isShort: boolean) =>
    navigate({ search: ({ differences: _, ...rest }) => (isShort ? { ...rest, differences: true } : rest) });
  return (
    <Section
      title="Comparison"
      intro="Features and limits of each subscription."
      actions={
        <Switch
          label="Only differences"
          checked={differences}
          onChange={({ currentTarget }) => void show(currentTarget.checked)}
        />
      }
    >
      {failure !== null && <Failure error={failure} onRetry={() => Promise.all([refetch(), plans.refetch()])} />}
      {!isReady && failure === null && <LoadingRows />}
      {isReady && (
        <Comparison
          organization={organization}
          plans={columnsWith(plans.data?.data ?? [], subscription.plan)}
          current={subscription.plan}
          isShort={differences}
        />
      )}
    </Section>
  );
};

const columns: readonly Column<Subscription>[] = [
  {
    id: 'plan',
    header: 'Subscription',
    cell: ({ plan, isActive, isTrial }) => (
      <Group gap="xs" component="span">
        <span>{plan?.attributes.name ?? 'Unknown subscription'}</span>
        {isTrial && <Tag>Trial</Tag>}
        {isActive && <Tag tone="good">Current subscription</Tag>}
      </Group>
    ),
  },
  { id: 'since', header: 'Since', cell: ({ start }) => <Time iso={start} /> },
  { id: 'until', header: 'Until', cell: ({ end }) => <Time iso={end} absent="–" /> },
];

const History = ({ organization }: { readonly organization: string }) => {
  const { differences: _, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(subscriptionsQuery(organization, search));
  return (
    <Section title="History">
      <ListView
        what="subscriptions of the organization"
        spec={subscriptionList}
        search={search}
        onSearch={(next) => navigate({ search: next })}
        query={query}
        columns={columns}
        nameOf={({ plan }) => plan?.attributes.name ?? 'Unknown subscription'}
      />
    </Section>
  );
};

export function OrganizationPlan() {
  const { organization } = route.useParams();
  const { data: subscription, isError } = useQuery(subscriptionQuery(organization));
  const { data: rights } = useQuery(organizationQuery(organization));
  const name = subscription?.plan?.attributes.name;
  return (
    <Page
      title="Subscription"
      trail={<OrganizationLink organization={organization} />}
      {...(!isError && { intro: name === undefined ? '…' : `The subscription of this organization is ${name}.` })}
    >
      <LoadTogether>
        {rights !== undefined && canManagePolicies(rights.data) && <UsageBars organization={organization} />}
        <ComparisonSection organization={organization} />
        <History organization={organization} />
      </LoadTogether>
    </Page>
  );
}
