import { Text } from '@mantine/core';

/** Text that can break within long words. Empty text is not rendered. */
export const wrapped = (text: string | null) =>
  text !== null &&
  text !== '' && (
    <Text span inherit style={{ overflowWrap: 'anywhere' }}>
      {text}
    </Text>
  );
