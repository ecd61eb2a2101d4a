// Column chart of counts per period. Marks show events. A table below the chart contains the same numbers.
import { Box, Group, Stack, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { WideTable } from '../wide-table.tsx';
import { type ChartTone, Swatch, useFills } from './tones.tsx';

export interface Series {
  readonly name: string;
  readonly tone: ChartTone;
}

interface Period {
  readonly id: string;
  readonly name: string;
  /** Counts of the period, in the order of `series`. */
  readonly counts: readonly number[];
  /** Descriptions of the events in the period. */
  readonly marks?: readonly string[];
}

interface StackedColumnsProps {
  readonly label: string;
  /** Heading of the table column that contains the periods. */
  readonly unit: string;
  /** Heading of the table column that contains the events. If absent, the chart has no events. */
  readonly marked?: string;
  /** Series of the chart, from bottom to top. */
  readonly series: readonly Series[];
  /** Periods in ascending order. */
  readonly periods: readonly Period[];
  /**
   * Called when the user clicks a column. Keyboard users use the links that `linkOf` returns, which are in the table.
   */
  readonly onOpen?: (period: Period) => void;
  readonly linkOf?: (period: Period) => ReactNode;
}

const height = 140;
const markHeight = 16;

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

const saysOf = (series: readonly Series[], { name, counts, marks = [] }: Period): string =>
  `${name}: ${[...series.map((each, index) => `${each.name} ${(counts[index] ?? 0).toLocaleString('en')}`), ...marks].join(', ')}`;

/** Largest number of intervals on the vertical axis, and of names on the horizontal axis. */
const [maxIntervals, maxNames] = [4, 6];

/**
 * Returns the numbers on the vertical axis, from 0 to the first one that is at least `highest`. The interval is 1, 2 or 5
 * times a power of 10.
 */
function ticksFor(highest: number): readonly number[] {
  const power = 10 ** Math.floor(Math.log10(highest / maxIntervals));
  const fitting = [1, 2, 5, 10].map((factor) => factor * power).find((each) => highest / each <= maxIntervals);
  const interval = Math.max(1, fitting ?? highest);
  return Array.from({ length: Math.ceil(highest / interval) + 1 }, (_, index) => index * interval);
}

/** Vertical position of a number on the axis, in pixels. */
const yOf = (count: number, highest: number): number => markHeight + height * (1 - count / highest);

/** Labels of the horizontal axis. If there are many periods, only some have a label, but the last one always has. */
const Names = ({ periods }: Pick<StackedColumnsProps, 'periods'>) => {
  const every = Math.ceil(periods.length / maxNames);
  return (
    <svg width="100%" height={18} aria-hidden style={{ display: 'block', fontSize: 11 }}>
      {periods.map(({ id, name }, at) => {
        const isLast = at === periods.length - 1;
        return (
          (periods.length - 1 - at) % every === 0 && (
            <text
              key={id}
              x={isLast ? '100%' : `${((at + 0.5) * 100) / periods.length}%`}
              y={13}
              textAnchor={isLast ? 'end' : 'middle'}
              style={{ fill: 'var(--mantine-color-dimmed)' }}
            >
              {name}
            </text>
          )
        );
      })}
    </svg>
  );
};

const Scale = ({ ticks, highest }: { readonly ticks: readonly number[]; readonly highest: number }) => (
  <Box aria-hidden pos="relative" h={markHeight + height} w={`${highest.toLocaleString('en').length}ch`} fz={11}>
    {ticks.map((tick) => (
      <Text key={tick} inherit c="dimmed" pos="absolute" right={0} lh="14px" top={yOf(tick, highest) - 7}>
        {tick.toLocaleString('en')}
      </Text>
    ))}
  </Box>
);

interface DrawingProps extends StackedColumnsProps {
  readonly ticks: readonly number[];
  /** Number at the upper end of the vertical axis. */
  readonly highest: number;
}

const Lines = ({ ticks, highest }: Pick<DrawingProps, 'ticks' | 'highest'>) =>
  ticks.map((tick) => (
    <rect
      key={tick}
      y={yOf(tick, highest)}
      width="100%"
      height={1}
      style={{ fill: `var(--mantine-color-${tick === 0 ? 'dimmed' : 'default-border'})` }}
    />
  ));

const Drawing = ({ label, series, periods, onOpen, ticks, highest }: DrawingProps) => {
  const { definitions, fillOf } = useFills();
  const step = 100 / Math.max(1, periods.length);
  const ground = markHeight + height;
  return (
    <svg role="img" aria-label={label} width="100%" height={ground + 1} style={{ display: 'block' }}>
      {definitions}
      <Lines ticks={ticks} highest={highest} />
      {periods.map((period, at) => (
        <g key={period.id} {...(onOpen && { onClick: () => onOpen(period), style: { cursor: 'pointer' } })}>
          <title>{saysOf(series, period)}</title>
          <rect x={`${at * step}%`} width={`${step}%`} height={ground} fill="transparent" />
          {series.map(({ name, tone }, index) => {
            const below = (sumOf(period.counts.slice(0, index)) / highest) * height;
            const size = ((period.counts[index] ?? 0) / highest) * height;
            return (
              size > 0 && (
                <rect
                  key={name}
                  x={`${(at + 0.1) * step}%`}
                  width={`${step * 0.8}%`}
                  y={ground - below - size}
                  height={size}
                  fill={fillOf(tone)}
                />
              )
            );
          })}
          {(period.marks ?? []).length > 0 && (
            <svg x={`${(at + 0.5) * step}%`} overflow="visible" aria-hidden>
              <path d="M-5 2 H5 L0 10 Z" style={{ fill: 'var(--mantine-color-text)' }} />
              <path
                d={`M0 10 V${ground}`}
                style={{ stroke: 'var(--mantine-color-text)', strokeWidth: 1, strokeDasharray: '2 3' }}
              />
            </svg>
          )}
        </g>
      ))}
    </svg>
  );
};

const Numbers = ({ label, unit, marked, series, periods, linkOf }: StackedColumnsProps) => (
  <details>
    <summary>Show as a table</summary>
    <WideTable label={label} minWidth={360} verticalSpacing={2}>
      <Table.Thead>
        <Table.Tr>
          {[unit, ...series.map(({ name }) => name), ...(marked === undefined ? [] : [marked])].map((name) => (
            <Table.Th key={name} scope="col">
              {name}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {periods.map((period) => (
          <Table.Tr key={period.id}>
            <Table.Th scope="row" fw={400}>
              {linkOf?.(period) ?? period.name}
            </Table.Th>
            {series.map((each, index) => (
              <Table.Td key={each.name}>{(period.counts[index] ?? 0).toLocaleString('en')}</Table.Td>
            ))}
            {marked !== undefined && <Table.Td>{period.marks?.join(', ')}</Table.Td>}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  </details>
);

export function StackedColumns(props: StackedColumnsProps) {
  const { series, periods, marked } = props;
  const ticks = ticksFor(Math.max(1, ...periods.map(({ counts }) => sumOf(counts))));
  const highest = ticks.at(-1) ?? 1;
  return (
    <Stack gap={4}>
      <Group gap="md">
        {series.map(({ name, tone }) => (
          <Group key={name} gap={6} wrap="nowrap">
            <Swatch tone={tone} />
            <Text size="sm">{name}</Text>
          </Group>
        ))}
        {marked !== undefined && <Text size="sm">{`▼ ${marked}`}</Text>}
      </Group>
      <Group gap={6} wrap="nowrap" align="flex-start">
        <Scale ticks={ticks} highest={highest} />
        <Box flex={1} miw={0}>
          <Drawing {...props} ticks={ticks} highest={highest} />
          <Names periods={periods} />
        </Box>
      </Group>
      <Numbers {...props} />
    </Stack>
  );
}
