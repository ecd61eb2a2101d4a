// Text for an empty list, which says what is missing and how to add it.
import { Stack, Text } from '@mantine/core';
import { CommandText } from './command-text.tsx';

export interface EmptyListProps {
  readonly text: string;
  /** Explanation of how to add rows. */
  readonly hint?: string;
  readonly command?: string;
}

export function EmptyList({ text, hint, command }: EmptyListProps) {
  return (
    <Stack gap="sm" align="center" ta="center" maw={720}>
      <Text>{text}</Text>
      {hint !== undefined && <Text c="dimmed">{hint}</Text>}
      {command !== undefined && <CommandText command={command} justify="center" />}
    </Stack>
  );
}
