// Notice on the start page with a link to the first steps.
import { Alert, Button, Group, Text } from '@mantine/core';
import { useEffect } from 'react';
import type { Overview } from '../../api/home.ts';
import { ButtonLink } from '../../components/links.tsx';
import { doneOf, useProgress } from './progress.ts';

/** Whether an organization evaluates plans: some were blocked and others passed. Its users need no first steps. */
const isInUse = ({ organizations }: Overview): boolean =>
  organizations.some(({ evaluations, 'blocked-evaluations': blocked }) => {
    const isSomeBlocked = blocked.some((count) => count > 0);
    return isSomeBlocked && evaluations.some((count, day) => count > (blocked[day] ?? 0));
  });

interface InvitationProps {
  /** Undefined while it is loading, and after an error. The notice is then not shown. */
  readonly overview: Overview | undefined;
  /** Called when the user hides the notice, or when all steps are completed. */
  readonly onEnd: (reason: 'done' | 'hidden') => void;
}

export function Invitation({ overview, onEnd }: InvitationProps) {
  const isNew = overview !== undefined && !isInUse(overview);
  const progress = useProgress(isNew);
  const done = doneOf(progress);
  const isComplete = overview !== undefined && (!isNew || done.every(Boolean));
  useEffect(() => {
    if (isComplete) onEnd('done');
  }, [isComplete, onEnd]);
  if (!isNew || progress.isLoading || progress.error !== undefined || isComplete) return null;
  return (
    <Alert color="blue" title="Take the first steps" role="region" aria-label="Take the first steps">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{`${done.filter(Boolean).length} of ${done.length} steps are done.`}</Text>
        <Group gap="xs">
          <ButtonLink to="/app/first-steps" size="xs">
            Continue
          </ButtonLink>
          <Button size="xs" variant="default" onClick={() => onEnd('hidden')}>
            Do not show again on the start page
          </Button>
        </Group>
      </Group>
    </Alert>
  );
}
