// Latest evaluations that a policy did not pass, and how each failure affected the plan.
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Policy } from '../../api/policies.ts';
import { failuresQuery, type PolicyFailure } from '../../api/policy-failures.ts';
import { type Column, countColumn, DataTable } from '../../components/data-table.tsx';
import { EvaluationLink } from '../../components/links.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { Section } from '../../components/section.tsx';
import { Tag, type Tone } from '../../components/tag.tsx';
import { Time } from '../../components/time.tsx';
import { counted } from '../../texts/counted.ts';
import { statusTexts } from '../../texts/policy-health.ts';
import { usePolicyParams } from './frame.tsx';

/** Describes how a failure affected the plan. */
const effectOf = ({ attributes }: PolicyFailure): readonly [text: string, tone: Tone] => {
  if (attributes.blocking) return ['Blocked the plan', 'bad'];
  if (attributes['would-block']) return ['Would have blocked the plan', 'warned'];
  if (attributes.old) return ['Only old findings', 'neutral'];
  return attributes.exempt ? ['Exempt', 'neutral'] : ['Did not block the plan', 'warned'];
};

const Effect = ({ failure }: { readonly failure: PolicyFailure }) => {
  const [text, tone] = effectOf(failure);
  return <Tag tone={tone}>{text}</Tag>;
};

const nameOf = ({ attributes }: PolicyFailure): string => attributes['workspace-name'] ?? 'No workspace';

const columns = (organization: string): readonly Column<PolicyFailure>[] => [
  {
    id: 'workspace',
    header: 'Workspace',
    cell: (failure) => (
      <EvaluationLink inherit organization={organization} evaluation={failure.relationships.evaluation.data?.id ?? ''}>
        {nameOf(failure)}
      </EvaluationLink>
    ),
  },
  { id: 'when', header: 'Evaluated', cell: ({ attributes }) => <Time iso={attributes['evaluated-at']} /> },
  { id: 'result', header: 'Result', cell: ({ attributes }) => statusTexts[attributes.status] },
  { id: 'effect', header: 'Effect', cell: (failure) => <Effect failure={failure} /> },
  countColumn('outputs', 'Findings', ({ attributes }) => attributes['output-count']),
  { id: 'set', header: 'Policy set', cell: ({ attributes }) => attributes['policy-set-name'] },
];

const shown = 5;

export function LastFailures({ policy }: { readonly policy: Policy }) {
  const { organization } = usePolicyParams();
  const { data, error, refetch } = useQuery(failuresQuery(policy.id, { size: shown }));
  const total = data?.meta.pagination?.['total-count'] ?? 0;
  const seen = data?.meta.evaluated ?? 0;
  return (
    <Section
      title="Last failures"
      {...(total > 0 && {
        intro: `${total.toLocaleString('en')} of ${counted(seen, 'plan')} in 91 days did not pass.`,
      })}
    >
      <QueryState data={data} error={error} refetch={refetch} />
      {data?.data.length === 0 && (
        <Text c="dimmed">
          {seen === 0
            ? 'The policy evaluated no plan in the last 91 days.'
            : `None of ${counted(seen, 'plan')} failed in the last 91 days.`}
        </Text>
      )}
      {data !== undefined && data.data.length > 0 && (
        <DataTable caption="plans that did not pass" columns={columns(organization)} rows={data.data} nameOf={nameOf} />
      )}
    </Section>
  );
}
