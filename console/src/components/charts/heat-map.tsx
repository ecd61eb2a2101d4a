// A table whose cells are results: each has a colour, a pattern and a mark of its own, and says in words what it is.
import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { WideTable } from '../wide-table.tsx';
import styles from './heat-map.module.css';
import type { ChartTone } from './tones.tsx';

export interface HeatCell {
  readonly tone: ChartTone;
  /** One character. */
  readonly mark: string;
  readonly says: string;
}

interface HeatRow {
  readonly id: string;
  readonly heading: ReactNode;
  readonly note?: ReactNode;
  /** By column. */
  readonly cells: ReadonlyMap<string, HeatCell>;
}

interface HeatMapProps {
  readonly label: string;
  /** Headings of the rows, and of what stands beside each. */
  readonly unit: string;
  readonly noteUnit?: string;
  readonly columns: readonly { readonly id: string; readonly name: string }[];
  readonly rows: readonly HeatRow[];
  /** Text for screen readers in a cell without a result. */
  readonly empty: string;
}

/** The mark of a result, as cells and legends have it. */
export const HeatMark = ({ tone, mark }: Pick<HeatCell, 'tone' | 'mark'>) => (
  <span className={styles.mark} data-tone={tone} aria-hidden>
    {mark}
  </span>
);

const Cell = ({ cell, empty }: { readonly cell: HeatCell | undefined; readonly empty: string }) =>
  cell === undefined ? (
    <Text span inherit c="dimmed" title={empty}>
      <span aria-hidden>·</span>
      <span className={styles.hidden}>{empty}</span>
    </Text>
  ) : (
    <span title={cell.says}>
      <HeatMark {...cell} />
      <span className={styles.hidden}>{cell.says}</span>
    </span>
  );

export function HeatMap({ label, unit, noteUnit, columns, rows, empty }: HeatMapProps) {
  return (
    <WideTable label={label} minWidth={240 + columns.length * 40} verticalSpacing={2} layout="auto">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{unit}</Table.Th>
          {noteUnit !== undefined && <Table.Th scope="col">{noteUnit}</Table.Th>}
          {columns.map(({ id, name }) => (
            <Table.Th key={id} scope="col" className={styles.column} title={name}>
              <span>{name}</span>
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ id, heading, note, cells }) => (
          <Table.Tr key={id}>
            <Table.Th scope="row" fw={400}>
              {heading}
            </Table.Th>
            {noteUnit !== undefined && <Table.Td>{note}</Table.Td>}
            {columns.map((column) => (
              <Table.Td key={column.id} className={styles.cell}>
                <Cell cell={cells.get(column.id)} empty={empty} />
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}
