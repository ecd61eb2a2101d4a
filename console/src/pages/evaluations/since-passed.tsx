// Says what changed since the last plan of the workspace that passed.
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { sincePassed } from '../../../../client/since-passed.ts';
import { comparisonQuery, type Evaluation, workspaceOf } from '../../api/evaluations.ts';
import { EvaluationLink } from '../../components/links.tsx';
import { relativeTime, useNow } from '../../components/relative-time.ts';
import classes from './findings.module.css';

const route = getRouteApi('/app/organizations/$organization/evaluations/$evaluation');

const notPassed: ReadonlySet<string> = new Set(['failed', 'errored', 'unreachable', 'overridden']);

/** Loads the comparison of an evaluation that did not pass. The page waits for it before it shows the result. */
export const useComparison = (evaluation: Evaluation) =>
  useQuery({
    ...comparisonQuery(evaluation.id),
    enabled: notPassed.has(evaluation.attributes.status) && workspaceOf(evaluation) !== null,
  });

/** Says what changed since the last plan that passed, with a link to its evaluation. */
export function SincePassed({ evaluation }: { readonly evaluation: Evaluation }) {
  const { organization } = route.useParams();
  const { data } = useComparison(evaluation);
  const now = useNow(60_000);
  if (data === undefined) return null;
  const sentences = sincePassed(data.data.attributes, (iso) => relativeTime(iso, now));
  const passed = data.data.relationships['passed-evaluation'].data?.id;
  if (sentences.length === 0) return null;
  return (
    <Stack gap={0} component="section" aria-label="Since the last plan that passed" className={classes.text}>
      {sentences.map((sentence) => (
        <Text key={sentence} size="sm">
          {sentence}
        </Text>
      ))}
      {passed !== undefined && (
        <EvaluationLink size="sm" organization={organization} evaluation={passed}>
          Open the evaluation that passed
        </EvaluationLink>
      )}
    </Stack>
  );
}
