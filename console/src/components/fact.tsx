// Names with their values, in a grid that becomes a column on a phone.
import { SimpleGrid, Table, Text } from '@mantine/core';
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

/** Names with their values, a row each. */
export const FactTable = ({ facts }: { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <Table>
    <Table.Tbody>
      {facts.map(([name, value]) => (
        <Table.Tr key={name}>
          <Table.Th scope="row">{name}</Table.Th>
          <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);
