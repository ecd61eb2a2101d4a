// Badge that shows the type or status of a record.
import { Badge, type MantineColor } from '@mantine/core';

const colors = {
  good: { light: '#14532d', dark: '#8fd6a8' },
  bad: { light: '#9b1c1c', dark: '#f7a3a3' },
  warned: { light: '#6b4700', dark: '#f2c76e' },
  neutral: { light: '#3b4657', dark: '#c3ccd9' },
} as const;

export type Tone = keyof typeof colors;

export const colorOf = (tone: Tone): MantineColor => `light-dark(${colors[tone].light}, ${colors[tone].dark})`;

/** Badge with a text and a color. The text says everything that the color shows. */
export function Tag({ tone = 'neutral', children }: { readonly tone?: Tone; readonly children: string }) {
  const color = colorOf(tone);
  return (
    <Badge
      variant="outline"
      tt="none"
      fw={600}
      radius="sm"
      style={{
        color,
        borderColor: color,
        backgroundColor: 'transparent',
        maxWidth: '100%',

        flexShrink: 0,
      }}
    >
      {children}
    </Badge>
  );
}
