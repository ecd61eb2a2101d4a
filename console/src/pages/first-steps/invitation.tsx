// Notice on the start page with a link to the first steps. It is shown until the steps are completed or hidden.
import { Alert, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { ButtonLink } from '../../components/links.tsx';
import { areStepsHidden, hideSteps } from './hiding.ts';
import { doneOf, useProgress } from './progress.ts';

const Steps = ({ onHide }: { readonly onHide: () => void }) => {
  const progress = useProgress();
  const done = doneOf(progress);
  if (progress.isLoading || progress.error !== undefined || done.every(Boolean)) return null;
  return (
    <Alert color="blue" title="Take the first steps" role="region" aria-label="Take the first steps">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{`${done.filter(Boolean).length} of ${done.length} steps are done.`}</Text>
        <Group gap="xs">
          <ButtonLink to="/app/first-steps" size="xs">
            Continue
          </ButtonLink>
          <Button size="xs" variant="default" onClick={onHide}>
            Do not show again on the start page
          </Button>
        </Group>
      </Group>
    </Alert>
  );
};

export function Invitation() {
  const [isHidden, setHidden] = useState(areStepsHidden());
  if (isHidden) return null;
  return (
    <Steps
      onHide={() => {
        hideSteps();
        setHidden(true);
      }}
    />
  );
}
