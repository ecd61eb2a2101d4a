import { Card, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface ToolProps {
  readonly title: string;
  readonly intro: string;
  readonly children?: ReactNode;
}

/** Card for a tool that is shown below the form of a settings group. */
export const Tool = ({ title, intro, children }: ToolProps) => (
  <Card component="section" withBorder aria-label={title} maw={640}>
    <Stack gap="sm">
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text size="sm">{intro}</Text>
      {children}
    </Stack>
  </Card>
);
