// Buttons that save the data of a chart as a file or print the page.
import { Button, Group } from '@mantine/core';
import { csvOf, saveFile } from '../../components/save-file.ts';

interface DownloadsProps {
  /** Name of the chart. */
  readonly what: string;
  /** File name without its extension. */
  readonly file: string;
  readonly names: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** Formats the rows as JSON objects with the column names as keys. */
const jsonOf = ({ names, rows }: Pick<DownloadsProps, 'names' | 'rows'>): string =>
  JSON.stringify(
    rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? null]))),
    null,
    2,
  );

export function Downloads({ what, file, names, rows }: DownloadsProps) {
  const small = { size: 'compact-sm', variant: 'default' } as const;
  return (
    <Group gap="xs" data-screen-only>
      <Button
        {...small}
        aria-label={`Download “${what}” as CSV`}
        onClick={() => saveFile(`${file}.csv`, csvOf(names, rows), 'text/csv')}
      >
        CSV
      </Button>
      <Button
        {...small}
        aria-label={`Download “${what}” as JSON`}
        onClick={() => saveFile(`${file}.json`, jsonOf({ names, rows }))}
      >
        JSON
      </Button>
      <Button {...small} onClick={() => window.print()}>
        Print
      </Button>
    </Group>
  );
}
