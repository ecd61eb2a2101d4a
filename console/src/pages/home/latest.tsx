// The latest evaluations that the user created. If there are none, the latest evaluations that the user can see.
import { Group, List, Text } from '@mantine/core';
import type { Overview } from '../../api/home.ts';
import { PageLink } from '../../components/links.tsx';
import { Section } from '../../components/section.tsx';
import { Time } from '../../components/time.tsx';
import { subjectOf } from '../../texts/evaluations.ts';
import { EvaluationTag } from '../evaluations/status.tsx';

const Row = ({ evaluation }: { readonly evaluation: Overview['latest-evaluations'][number] }) => {
  const { id, organization, workspace, source } = evaluation;
  return (
    <Group gap="4px 8px">
      <EvaluationTag evaluation={{ attributes: evaluation }} />
      <PageLink
        to="/app/organizations/$organization/evaluations/$evaluation"
        params={{ organization, evaluation: id }}
        style={{ overflowWrap: 'anywhere' }}
      >
        {subjectOf(source, workspace)}
      </PageLink>
      <Text size="sm" c="dimmed" component="span" style={{ overflowWrap: 'anywhere' }}>
        {`in ${organization}`}, <Time iso={evaluation['created-at']} />
      </Text>
    </Group>
  );
};

export function Latest({ overview }: { readonly overview: Overview | undefined }) {
  const shown = overview?.['latest-evaluations'] ?? [];
  const [first] = shown;
  if (first === undefined) return null;
  return (
    <Section
      title={overview?.['latest-evaluations-are-own'] ? 'Latest evaluations that you created' : 'Latest evaluations'}
      actions={
        <PageLink to="/app/organizations/$organization/evaluations" params={{ organization: first.organization }}>
          All evaluations
        </PageLink>
      }
    >
      <List listStyleType="none" spacing="xs">
        {shown.map((evaluation) => (
          <List.Item key={evaluation.id}>
            <Row evaluation={evaluation} />
          </List.Item>
        ))}
      </List>
    </Section>
  );
}
