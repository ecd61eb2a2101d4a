// Table of results. Each result has a color, a mark and a description, so that the table can be read without colors.
import { Table, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { WideTable } from '../wide-table.tsx';
import styles from './heat-map.module.css';
import type { ChartTone } from './tones.tsx';

export interface HeatCell {
  readonly tone: ChartTone;
  /** A single character that represents the result. */
  readonly mark: string;
  readonly says: string;
}

interface HeatRow {
  readonly id: string;
  readonly heading: ReactNode;
  readonly note?: ReactNode;
  /** Cells by column identifier. */
  readonly cells: ReadonlyMap<string, HeatCell>;
}

interface HeatMapProps {
  readonly label: string;
  /** Heading of the first column, and of the column with notes next to it. */
  readonly unit: string;
  readonly noteUnit?: string;
  readonly columns: readonly { readonly id: string; readonly name: string }[];
  readonly rows: readonly HeatRow[];
  /** Description of a cell without a result, for screen readers. */
  readonly empty: string;
}

const colors: Readonly<Record<ChartTone, { readonly color: string; readonly background: string }>> = {
  good: { color: 'light-dark(#14532d, #b5efc6)', background: 'light-dark(#dcf3e3, #173823)' },
  bad: { color: 'light-dark(#ffffff, #2a0d0b)', background: 'light-dark(#b3261e, #f08a8a)' },
  warned: { color: 'light-dark(#4f3600, #ffe3a8)', background: 'light-dark(#ffedc4, #40300a)' },
  errored: { color: 'light-dark(#ffffff, #1f1033)', background: 'light-dark(#5b3a8c, #c4a9f0)' },
  neutral: { color: 'light-dark(#374151, #d5dae2)', background: 'light-dark(#e8ebef, #2c333c)' },
  absent: { color: 'var(--mantine-color-dimmed)', background: 'transparent' },
};

/** Mark of a result. Cells and legends use it. */
export const HeatMark = ({ tone, mark }: Pick<HeatCell, 'tone' | 'mark'>) => (
  <span className={styles.mark} style={{ ...colors[tone], printColorAdjust: 'exact' }} aria-hidden>
    {mark}
  </span>
);

const Cell = ({ cell, empty }: { readonly cell: HeatCell | undefined; readonly empty: string }) =>
  cell === undefined ? (
    <Text span inherit c="dimmed" title={empty}>
      <span aria-hidden>·</span>
      <VisuallyHidden component="span">{empty}</VisuallyHidden>
    </Text>
  ) : (
    <span title={cell.says}>
      <HeatMark {...cell} />
      <VisuallyHidden component="span">{cell.says}</VisuallyHidden>
    </span>
  );

export function HeatMap({ label, unit, noteUnit, columns, rows, empty }: HeatMapProps) {
  return (
    <WideTable label={label} minWidth={240 + columns.length * 40} verticalSpacing={2} layout="auto">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col" className={`${styles.heading} ${styles.name}`}>
            {unit}
          </Table.Th>
          {noteUnit !== undefined && (
            <Table.Th scope="col" className={styles.heading}>
              {noteUnit}
            </Table.Th>
          )}
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
            <Table.Th scope="row" className={styles.name}>
              {heading}
            </Table.Th>
            {noteUnit !== undefined && <Table.Td className={styles.note}>{note}</Table.Td>}
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
