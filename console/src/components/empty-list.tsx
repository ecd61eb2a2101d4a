// Text of a list without rows: what is missing, and the command that adds it.
import { Code, Group, Stack, Text } from '@mantine/core';
import { t } from '../texts/common.ts';
import { CopyText } from './secret.tsx';

interface EmptyListProps {
  readonly text: string;
  /** Way in which rows are added. */
  readonly hint?: string;
  readonly command?: string;
}

export function EmptyList({ text, hint, command }: EmptyListProps) {
  return (
    <Stack gap="sm" align="center" ta="center" maw={720}>
      <Text>{text}</Text>
      {hint !== undefined && <Text c="dimmed">{hint}</Text>}
      {command !== undefined && (
        <Group gap="xs" justify="center">
          <Code fz="sm" ta="left" style={{ overflowWrap: 'anywhere' }}>
            {command}
          </Code>
          <CopyText text={command} what={t.command} />
        </Group>
      )}
    </Stack>
  );
}
