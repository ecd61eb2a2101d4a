import { Card, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** Section on the page of an account, with a heading. */
export const Section = ({
  id,
  title,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}) => (
  <Card component="section" withBorder aria-labelledby={id}>
    <Stack gap="sm">
      <Title order={2} size="h4" id={id}>
        {title}
      </Title>
      {children}
    </Stack>
  </Card>
);
