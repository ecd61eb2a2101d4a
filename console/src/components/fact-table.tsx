// Names and values in a table, one pair in each row. It is separate from `fact.tsx`, since the pages of the initial
// load contain no table.
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

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
