// Bar that is divided into the parts of a total, with or without a table of the same numbers.
import { Group, Stack, Table } from '@mantine/core';
import { wrapped } from '../wrapped.tsx';
import { type ChartTone, Swatch, useFills } from './tones.tsx';

export interface Part {
  readonly id: string;
  readonly name: string;
  readonly count: number;
  readonly tone: ChartTone;
}

interface PartsBarProps {
  /** Name of the total. */
  readonly label: string;
  /** Heading of the column with the names of the parts. */
  readonly unit: string;
  readonly parts: readonly Part[];
  /**
   * Total number. It can be larger than the sum of the parts, for example while some results are pending. Default: the
   * sum of the parts.
   */
  readonly total?: number;
}

const sumOf = (parts: readonly Part[]): number => parts.reduce((sum, { count }) => sum + count, 0);

/** Returns the parts with their positions and widths in percent of the total. Parts with a count of 0 are omitted. */
const placed = (parts: readonly Part[], total: number) =>
  parts.flatMap((part, index) =>
    part.count === 0
      ? []
      : [{ ...part, x: (sumOf(parts.slice(0, index)) / total) * 100, width: (part.count / total) * 100 }],
  );

interface ShareBarProps extends Omit<PartsBarProps, 'unit'> {
  /** Height in pixels. The default is the height that the bar has above a table. */
  readonly height?: number;
}

/** A bar without a table. Its label for screen readers contains the numbers. */
export function ShareBar({ label, parts, total = sumOf(parts), height = 28 }: ShareBarProps) {
  const { definitions, fillOf } = useFills();
  const shown = placed(parts, Math.max(1, total));
  const says = shown.map(({ name, count }) => `${name} ${count.toLocaleString('en')}`).join(', ');
  return (
    <svg role="img" aria-label={`${label}: ${says}`} width="100%" height={height} style={{ display: 'block' }}>
      {definitions}
      <rect width="100%" height={height} rx={3} style={{ fill: 'var(--mantine-color-default-border)' }} />
      {shown.map(({ id, name, count, tone, x, width }) => (
        <rect
          key={id}
          x={`${x}%`}
          width={`${width}%`}
          height={height}
          fill={fillOf(tone)}
          style={{ stroke: 'var(--mantine-color-body)', strokeWidth: 1 }}
        >
          <title>{`${name} ${count.toLocaleString('en')}`}</title>
        </rect>
      ))}
    </svg>
  );
}

export function PartsBar({ label, unit, parts, total = sumOf(parts) }: PartsBarProps) {
  return (
    <Stack gap="xs">
      <ShareBar label={label} parts={parts} total={total} />
      <Table aria-label={label} maw={420} verticalSpacing={2}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{label}</Table.Th>
            <Table.Th scope="col" ta="right">
              {unit}
            </Table.Th>
            <Table.Th scope="col" ta="right">
              Share
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {parts.map(({ id, name, count, tone }) => (
            <Table.Tr key={id}>
              <Table.Th scope="row" fw={400}>
                <Group gap="xs" wrap="nowrap">
                  <Swatch tone={tone} />
                  {wrapped(name)}
                </Group>
              </Table.Th>
              <Table.Td ta="right">{count.toLocaleString('en')}</Table.Td>
              <Table.Td ta="right">{`${Math.round(total === 0 ? 0 : (count / total) * 100).toLocaleString('en')}%`}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}
