// Colors and patterns of charts. Any two tones also differ in pattern or brightness, so that users can distinguish them
// without seeing colors.
import { useId } from 'react';

const tones = ['good', 'bad', 'warned', 'errored', 'neutral', 'absent'] as const;
export type ChartTone = (typeof tones)[number];

const colors: Readonly<Record<ChartTone, string>> = {
  good: 'light-dark(#2a7d50, #8fd6a8)',
  bad: 'light-dark(#b3261e, #f08a8a)',
  warned: 'light-dark(#9a6700, #f2c76e)',
  errored: 'light-dark(#5b3a8c, #c4a9f0)',
  neutral: 'light-dark(#8a94a3, #6f7a89)',
  absent: 'light-dark(#8a94a3, #6f7a89)',
};

/** SVG path of an 8 × 8 pattern by tone. An empty path gives a plain color. */
const lines: Readonly<Record<ChartTone, string>> = {
  good: '',
  bad: 'M-2 2 L2 -2 M0 8 L8 0 M6 10 L10 6',
  warned: 'M0 4 H8',
  errored: 'M0 0 L8 8 M0 8 L8 0',
  neutral: '',
  absent: 'M4 0 V8',
};

/** Returns SVG pattern definitions, and a function that returns the fill for a tone. */
export function useFills() {
  const prefix = useId().replaceAll(/\W/g, '');
  const definitions = (
    <defs>
      {tones.map((tone) => (
        <pattern key={tone} id={`${prefix}-${tone}`} width={8} height={8} patternUnits="userSpaceOnUse">
          <rect width={8} height={8} style={{ fill: colors[tone] }} />
          <path d={lines[tone]} style={{ stroke: 'var(--mantine-color-body)', strokeWidth: 1.5, fill: 'none' }} />
        </pattern>
      ))}
    </defs>
  );
  return { definitions, fillOf: (tone: ChartTone): string => `url(#${prefix}-${tone})` };
}

/** Small square with the color and pattern of a tone, for legends. */
export function Swatch({ tone }: { readonly tone: ChartTone }) {
  const { definitions, fillOf } = useFills();
  return (
    <svg width={16} height={16} aria-hidden style={{ flexShrink: 0 }}>
      {definitions}
      <rect width={16} height={16} rx={2} fill={fillOf(tone)} />
    </svg>
  );
}
