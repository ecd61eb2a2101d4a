import { Text, type TextProps } from '@mantine/core';

interface OneLineProps extends TextProps {
  readonly children: string;
}

/** Text in a table whose rows have one line each. If the text is cut off, a tooltip shows all of it. */
export const OneLine = ({ children, ...props }: OneLineProps) => (
  <Text span inherit title={children} style={{ overflowWrap: 'anywhere' }} {...props}>
    {children}
  </Text>
);
