import { Box, Group } from '@mantine/core';
import { colorOf, type Tone } from './tag.tsx';

/** Colored dot with the name of a status. */
export const StatusDot = ({ tone, children }: { readonly tone: Tone; readonly children: string }) => (
  <Group component="span" gap={6} wrap="nowrap" title={children} display="inline-flex" maw="100%">
    <Box component="span" aria-hidden w={8} h={8} bg={colorOf(tone)} style={{ borderRadius: '50%', flexShrink: 0 }} />
    <Box component="span" style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
      {children}
    </Box>
  </Group>
);
