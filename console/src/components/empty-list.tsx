// Text that is shown in place of an empty list. It says how to add entries.
import { Stack, Text } from '@mantine/core';
import { CommandText } from './command-text.tsx';

export interface EmptyListProps {
  readonly text: string;
  /** Says how to add entries. */
  readonly hint?: string | undefined;
  readonly command?: string | undefined;
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
