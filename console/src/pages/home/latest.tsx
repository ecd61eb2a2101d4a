// The latest evaluations that the user created. If there are none, the latest evaluations that the user can see.
import { Group, List, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { boot } from '../../api/boot.ts';
import { type LatestEvaluation, latestEvaluationsQuery, maxLatest } from '../../api/home.ts';
import { PageLink } from '../../components/links.tsx';
import { Section } from '../../components/section.tsx';
import { Time } from '../../components/time.tsx';
import { subjectOf } from '../../texts/evaluations.ts';
import { EvaluationTag } from '../evaluations/status.tsx';
import { useOwnOrganizations } from './own-organizations.ts';

/** Returns the latest evaluations of all organizations. Undefined while they are loading. */
function useLatest(creator: string | undefined, isWanted: boolean): readonly LatestEvaluation[] | undefined {
  const organizations = useOwnOrganizations();
  const results = useQueries({
    queries: organizations.map(({ id }) => ({ ...latestEvaluationsQuery(id, creator), enabled: isWanted })),
  });
  if (results.some(({ isPending, isError }) => isPending && !isError)) return undefined;
  return results
    .flatMap(({ data = [] }) => data)
    .toSorted((one, other) => (one.attributes['created-at'] < other.attributes['created-at'] ? 1 : -1))
    .slice(0, maxLatest);
}

const Row = ({ evaluation }: { readonly evaluation: LatestEvaluation }) => {
  const { id, organization, workspace, attributes } = evaluation;
  return (
    <Group gap="4px 8px">
      <EvaluationTag evaluation={evaluation} />
      <PageLink
        to="/app/organizations/$organization/evaluations/$evaluation"
        params={{ organization, evaluation: id }}
        style={{ overflowWrap: 'anywhere' }}
      >
        {subjectOf(attributes.source, workspace)}
      </PageLink>
      <Text size="sm" c="dimmed" component="span" style={{ overflowWrap: 'anywhere' }}>
        {`in ${organization}`}, <Time iso={attributes['created-at']} />
      </Text>
    </Group>
  );
};

export function Latest() {
  const own = useLatest(boot.userId, true);
  const hasNone = own?.length === 0;
  const all = useLatest(undefined, hasNone);
  const shown = (hasNone ? all : own) ?? [];
  const [first] = shown;
  if (first === undefined) return null;
  return (
    <Section
      title={hasNone ? 'Latest evaluations' : 'Latest evaluations that you created'}
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
