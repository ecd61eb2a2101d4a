// Table with a name and a value in each row. This file is separate from `fact.tsx`, because the initial download must
// not contain tables.
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
