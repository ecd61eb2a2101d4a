// Chart with a line for evaluations per day and columns for blocked evaluations.
import { useFills } from './tones.tsx';

interface LineDay {
  readonly day: string;
  readonly all: number;
  readonly blocked: number;
}

interface DayLineProps {
  /** Description of the numbers for screen readers. */
  readonly says: string;
  /** Days in ascending order. */
  readonly days: readonly LineDay[];
}

const [step, height] = [8, 36];

export function DayLine({ says, days }: DayLineProps) {
  const { definitions, fillOf } = useFills();
  const highest = Math.max(1, ...days.map(({ all }) => all));
  const y = (count: number): number => height - 1 - (count / highest) * (height - 3);
  const width = Math.max(1, days.length) * step;
  const points = days.map(({ all }, index) => `${(index + 0.5) * step},${y(all)}`).join(' ');
  return (
    <svg
      role="img"
      aria-label={says}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      width="100%"
      height={height}
      style={{ display: 'block' }}
    >
      {definitions}
      {days.map(({ day, blocked }, index) => (
        <rect
          key={day}
          x={index * step + 1}
          y={y(blocked)}
          width={step - 2}
          height={height - 1 - y(blocked)}
          fill={fillOf('bad')}
        />
      ))}
      <polyline
        points={points}
        vectorEffect="non-scaling-stroke"
        style={{ fill: 'none', stroke: 'var(--mantine-color-text)', strokeWidth: 1.5 }}
      />
      <rect y={height - 1} width={width} height={1} style={{ fill: 'var(--mantine-color-dimmed)' }} />
    </svg>
  );
}
