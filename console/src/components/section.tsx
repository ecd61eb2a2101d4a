// A section of a page with its own heading.
import { Group, Stack, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { Dimmed } from './dimmed.tsx';

export interface SectionProps {
  readonly title: string;
  readonly intro?: ReactNode;
  /** Buttons next to the heading. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ title, intro, actions, children }: SectionProps) {
  const id = useId();
  return (
    <Stack component="section" gap="sm" aria-labelledby={id}>
      <Stack gap={4}>
        {/* The minimum height is that of a button, so that a button which appears late moves nothing. */}
        <Group justify="space-between" gap="sm" {...(actions !== undefined && { mih: 36 })}>
          <Title order={2} size="h4" id={id}>
            {title}
          </Title>
          {actions}
        </Group>
        {intro !== undefined && <Dimmed>{intro}</Dimmed>}
      </Stack>
      {children}
    </Stack>
  );
}
