// Grid of names and values. On small screens it has a single column.
import { SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';

export const Facts = ({ children }: { readonly children: ReactNode }) => (
  <SimpleGrid component="dl" cols={{ base: 1, xs: 2, md: 3 }} m={0} spacing="sm">
    {children}
  </SimpleGrid>
);

export const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <Text component="dt" size="sm" c="dimmed">
      {name}
    </Text>
    <Text component="dd" m={0} style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  </div>
);
