import { Text } from '@mantine/core';

/** A text that may be one long word, which breaks anywhere; nothing if it is empty. */
export const wrapped = (text: string | null) =>
  text !== null &&
  text !== '' && (
    <Text span inherit style={{ overflowWrap: 'anywhere' }}>
      {text}
    </Text>
  );
