// Columns of the list of policies.
import { Group, Text } from '@mantine/core';
import type { ListedPolicy } from '../../api/policies.ts';
import type { Rate } from '../../api/posture.ts';
import type { Column } from '../../components/data-table.tsx';
import { EvaluationLink, PageLink } from '../../components/links.tsx';
import { OneLine } from '../../components/one-line.tsx';
import { Tag } from '../../components/tag.tsx';
import { Time } from '../../components/time.tsx';
import { appliesTo } from './applies-to.ts';
import { CheckTag, IntroductionTag, isSound, kindName, LevelTag } from './labels.tsx';
import { RateBar } from './rate-bar.tsx';

interface ColumnsOf {
  readonly organization: string;
  /** Pass rates by policy identifier. Undefined while loading, null after an error. */
  readonly rates: ReadonlyMap<string, Rate> | undefined | null;
}

type Cell = { readonly policy: ListedPolicy } & ColumnsOf;

const Name = ({ policy, organization }: Omit<Cell, 'rates'>) => (
  <Group gap="0 6px">
    <PageLink
      inherit
      title={policy.attributes.name}
      style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}
      to="/app/organizations/$organization/policies/$policy"
      params={{ organization, policy: policy.id }}
    >
      {policy.attributes.name}
    </PageLink>
    {policy.attributes.kind === 'native' && (
      <Text span size="xs" c="dimmed">
        {kindName(policy.attributes.kind)}
      </Text>
    )}
    {policy.attributes.kind === 'opa' && !isSound(policy) && <CheckTag policy={policy} />}
  </Group>
);

const Results = ({ policy, rates }: Omit<Cell, 'organization'>) => {
  const rate = rates?.get(policy.id);
  if (rate !== undefined) return <RateBar name={policy.attributes.name} rate={rate} />;
  if (rates === null) return 'Not loaded';
  return rates === undefined ? '…' : 'Not evaluated';
};

const LastFailure = ({ policy, organization, rates }: Cell) => {
  const rate = rates?.get(policy.id);
  const evaluation = rate?.relationships['last-failed-evaluation'].data?.id;
  const at = rate?.attributes['last-failed-at'] ?? null;
  if (evaluation === undefined || at === null) return null;
  return (
    <EvaluationLink inherit organization={organization} evaluation={evaluation}>
      <Time iso={at} />
    </EvaluationLink>
  );
};

const Tests = ({ policy }: { readonly policy: ListedPolicy }) => {
  const result = policy.attributes['test-result'];
  if (result === null) return 'None';
  if (result.status === 'not-run') return 'Not run';
  const { passed, failed, errored, skipped } = result;
  return (
    <Tag tone={result.status === 'passed' ? 'good' : 'bad'}>
      {`${passed.toLocaleString('en')} of ${(passed + failed + errored + skipped).toLocaleString('en')}`}
    </Tag>
  );
};

const Level = ({ policy }: { readonly policy: ListedPolicy }) => (
  <Group gap={4}>
    <LevelTag policy={policy} />
    <IntroductionTag policy={policy} />
  </Group>
);

export const policyColumns = ({ organization, rates }: ColumnsOf): readonly Column<ListedPolicy>[] => [
  {
    id: 'name',
    header: 'Name',
    sort: 'name',
    cell: (policy) => <Name policy={policy} organization={organization} />,
  },
  {
    id: 'enforcement-level',
    header: 'Level',
    width: '13%',
    sort: 'enforcement-level',
    cell: (policy) => <Level policy={policy} />,
  },
  {
    id: 'applies-to',
    header: 'Applies to',
    width: '9.5%',
    cell: ({ sets }) => <OneLine>{appliesTo(sets)}</OneLine>,
  },
  {
    id: 'results',
    header: 'Last 30 days',
    width: '11.25rem',
    cell: (policy) => <Results policy={policy} rates={rates} />,
  },
  {
    id: 'last-failure',
    header: 'Last failure',
    width: '8rem',
    cell: (policy) => <LastFailure policy={policy} organization={organization} rates={rates} />,
  },
  {
    id: 'tests',
    header: 'Tests',
    width: '5.25rem',
    cell: (policy) => <Tests policy={policy} />,
  },
  {
    id: 'updated-at',
    header: 'Changed',
    width: '8rem',
    sort: 'updated-at',
    cell: ({ attributes }) => <Time iso={attributes['updated-at']} />,
  },
];
