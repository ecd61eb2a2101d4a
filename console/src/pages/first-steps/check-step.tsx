import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Evaluation, evaluatePlan, evaluationQuery, isOver } from '../../api/evaluations.ts';
import { refresh } from '../../api/refresh.ts';
import { Failure } from '../../components/failure.tsx';
import { EvaluationLink } from '../../components/links.tsx';
import { useAct } from '../../components/use-act.ts';
import { PlainFindings } from '../evaluations/plain-findings.tsx';
import type { Progress } from './progress.ts';
import { planWith } from './sample.ts';
import { Step } from './step.tsx';

/** Shows an evaluation that the user has just started. When it has finished, the list of evaluations is refreshed. */
const Result = ({ id, organization }: { readonly id: string; readonly organization: string }) => {
  const { data, error, refetch } = useQuery(evaluationQuery(id));
  const isDone = data !== undefined && isOver(data.data);
  useEffect(() => {
    if (isDone) void refresh('evaluation', id);
  }, [isDone, id]);
  if (error !== null) return <Failure error={error} onRetry={refetch} />;
  if (isDone) return <PlainFindings evaluation={id} organization={organization} />;
  return (
    <Group gap="xs" role="status">
      <Loader size="sm" />
      <Text size="sm">The plan is being evaluated…</Text>
    </Group>
  );
};

interface CheckStepProps {
  readonly title: string;
  readonly body: string;
  readonly act: string;
  readonly acl: Parameters<typeof planWith>[0];
  readonly progress: Progress;
  /** Newest evaluation with the result that this step demonstrates. */
  readonly evaluation: Evaluation | undefined;
}

/** Step that evaluates a plan and shows the result. */
export function CheckStep({ title, body, act, acl, progress: { organization = '', set }, evaluation }: CheckStepProps) {
  const [begun, setBegun] = useState<string>();
  const { failure, isRunning, run } = useAct();
  return (
    <Step title={title} body={body} isDone={evaluation !== undefined}>
      <Group gap="sm">
        {set !== undefined && (
          <Button
            variant={evaluation === undefined ? 'filled' : 'default'}
            loading={isRunning}
            onClick={() => void run(async () => setBegun(await evaluatePlan(set.id, planWith(acl))))}
          >
            {act}
          </Button>
        )}
        {evaluation !== undefined && (
          <EvaluationLink organization={organization} evaluation={evaluation.id}>
            Open the evaluation
          </EvaluationLink>
        )}
      </Group>
      {failure !== undefined && <Failure error={failure} title="Not evaluated" />}
      <Stack gap="xs" w="100%">
        {begun !== undefined && <Result id={begun} organization={organization} key={begun} />}
      </Stack>
    </Step>
  );
}
