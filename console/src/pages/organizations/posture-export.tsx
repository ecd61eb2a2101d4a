// Menu that saves the data of a section as a file or prints the page.
import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { notifyFailure } from '../../components/notify.tsx';
import { csvOf, saveFile } from '../../components/save-file.ts';
import { useAct } from '../../components/use-act.ts';

interface ExportedTable {
  readonly names: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

interface ExportProps {
  /** Name of the section. */
  readonly what: string;
  /** File name without its extension. */
  readonly file: string;
  /** Returns the data. Called when the user chooses a format. */
  readonly read: () => ExportedTable | Promise<ExportedTable>;
}

/** Formats the rows as JSON objects with the column names as keys. */
const jsonOf = ({ names, rows }: ExportedTable): string =>
  JSON.stringify(
    rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? null]))),
    null,
    2,
  );

export function Export({ what, file, read }: ExportProps) {
  const { isRunning, run } = useAct((error) => notifyFailure('Not exported', error));
  const saveCsv = async () => {
    const { names, rows } = await read();
    saveFile(`${file}.csv`, csvOf(names, rows), 'text/csv');
  };
  const saveJson = async () => saveFile(`${file}.json`, jsonOf(await read()));
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          data-screen-only
          size="xs"
          variant="default"
          aria-label={`Export “${what}”`}
          loading={isRunning}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void run(saveCsv)}>CSV</Menu.Item>
        <Menu.Item onClick={() => void run(saveJson)}>JSON</Menu.Item>
        <Menu.Item onClick={() => window.print()}>Print the page</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
