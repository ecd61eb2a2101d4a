// Results of one thing as a small bar. Its numbers stand beside it, or in `says` for screen readers.
import { type ChartTone, useFills } from './tones.tsx';

interface ShareBarProps {
  readonly says: string;
  readonly parts: readonly { readonly tone: ChartTone; readonly count: number }[];
}

const [width, height] = [120, 12];

export function ShareBar({ says, parts }: ShareBarProps) {
  const { definitions, fillOf } = useFills();
  const total = Math.max(
    1,
    parts.reduce((sum, { count }) => sum + count, 0),
  );
  const starts = parts.map((_, index) => parts.slice(0, index).reduce((sum, { count }) => sum + count, 0));
  return (
    <svg role="img" aria-label={says} width={width} height={height} style={{ display: 'block' }}>
      {definitions}
      <rect width={width} height={height} rx={2} style={{ fill: 'var(--mantine-color-default-border)' }} />
      {parts.map(({ tone, count }, index) => (
        <rect
          key={tone}
          x={((starts[index] ?? 0) / total) * width}
          width={(count / total) * width}
          height={height}
          fill={fillOf(tone)}
        />
      ))}
    </svg>
  );
}
