// Link from the start page to the first steps, until they are done or hidden.
import { Alert, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { ButtonLink } from '../../components/links.tsx';
import { t } from '../../texts/first-steps.ts';
import { areStepsHidden, hideSteps } from './hiding.ts';
import { doneOf, useProgress } from './progress.ts';

const Steps = ({ onHide }: { readonly onHide: () => void }) => {
  const progress = useProgress();
  const done = doneOf(progress);
  if (progress.isLoading || progress.error !== undefined || done.every(Boolean)) return null;
  return (
    <Alert color="blue" title={t.invitation} role="region" aria-label={t.invitation}>
      <Group justify="space-between" gap="xs">
        <Text size="sm">{t.invitationBody(done.filter(Boolean).length, done.length)}</Text>
        <Group gap="xs">
          <ButtonLink to="/app/first-steps" size="xs">
            {t.go}
          </ButtonLink>
          <Button size="xs" variant="default" onClick={onHide}>
            {t.hide}
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
