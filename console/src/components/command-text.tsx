import { Code, Group, type GroupProps } from '@mantine/core';
import { CopyText } from './secret.tsx';

interface CommandTextProps extends GroupProps {
  readonly command: string;
}

/** A terminal command with a copy button. */
export const CommandText = ({ command, ...props }: CommandTextProps) => (
  <Group gap="xs" {...props}>
    <Code fz="sm" ta="left" style={{ overflowWrap: 'anywhere' }}>
      {command}
    </Code>
    <CopyText text={command} what="the command" />
  </Group>
);
