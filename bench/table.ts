// Formats the results as an aligned text table.
import type { Engine } from '../src/db/engine.ts';
import type { Comparison, Goal, PlainResult, Result, RouteResult, Spread } from './result.ts';

const heads = ['', 'engine', 'measured', 'min–max', 'closed loop', 'min–max', 'µs', 'µs other', 'req/s', 'goal'];
/** Number of columns with text. All other columns contain numbers and are right-aligned. */
const wordColumns = 2;

const fixed = (value: number, unit: string): string => `${value.toFixed(value < 100 ? 2 : 0)} ${unit}`;

const range = ({ min, max }: Spread): string =>
  min === max ? '' : `${min.toFixed(min < 100 ? 2 : 0)}–${max.toFixed(max < 100 ? 2 : 0)}`;

const goalText = (goal: Goal | undefined, engine: Engine, value: number, unit: string): string => {
  const max = typeof goal?.max === 'object' ? goal.max[engine] : goal?.max;
  return max === undefined ? '' : `≤ ${max} ${unit}: ${value <= max ? 'met' : 'MISSED'}`;
};

const timesCells = ({ times }: Comparison): readonly string[] => [fixed(times.median, '×'), range(times)];

const routeCells = ({ name, engine, rate, open, closed, goal }: RouteResult): readonly string[] => [
  name,
  engine,
  ...timesCells(open),
  ...timesCells(closed),
  open.server.toFixed(),
  open.other.toFixed(),
  `${rate}${open.keptUp ? '' : '!'}`,
  goalText(goal, engine, open.times.median, '×'),
];

const plainCells = ({ name, engine, unit, value, goal }: PlainResult): readonly string[] => [
  name,
  engine,
  fixed(value.median, unit),
  range(value),
  ...Array<string>(5).fill(''),
  goalText(goal, engine, value.median, unit),
];

const cellsOf = (result: Result): readonly string[] =>
  result.kind === 'route' ? routeCells(result) : plainCells(result);

/** Formats the table as a header, a separator, and a line for each result. */
export const tableOf = (results: readonly Result[]): string => {
  const lines = [heads, ...results.map(cellsOf)];
  const widths = heads.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  const padded = (cell: string, column: number): string =>
    column < wordColumns ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  const [head = '', ...body] = lines.map((cells) => cells.map(padded).join('  ').trimEnd());
  return [head, '-'.repeat(Math.max(...[head, ...body].map((line) => line.length))), ...body].join('\n');
};
