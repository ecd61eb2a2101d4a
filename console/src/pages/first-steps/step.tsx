import { Card, Group, Stack, Text, Title } from '@mantine/core';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Tag } from '../../components/tag.tsx';

interface StepProps {
  readonly title: string;
  readonly body: string;
  readonly isDone: boolean;
  readonly isOptional?: boolean;
  /** Form or buttons of the step, and the result. */
  readonly children?: ReactNode;
}

export function Step({ title, body, isDone, isOptional = false, children }: StepProps) {
  const [Icon, color] = isDone ? ([IconCircleCheck, 'green'] as const) : ([IconCircle, 'gray'] as const);
  const state = isOptional ? 'Optional' : 'To do';
  return (
    <Card withBorder component="li">
      <Stack gap="xs" align="flex-start">
        <Group gap="xs">
          <Icon aria-hidden color={`var(--mantine-color-${color}-filled)`} />
          <Title order={2} size="h5">
            {title}
          </Title>
          <Tag tone={isDone ? 'good' : 'neutral'}>{isDone ? 'Done' : state}</Tag>
        </Group>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {body}
        </Text>
        {children}
      </Stack>
    </Card>
  );
}
