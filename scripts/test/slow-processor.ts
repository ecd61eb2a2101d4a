// Loaded into each test process, and into each Node process that one of them starts, where `PROCESSOR_TIME_FACTOR` asks for
// a slower processor: Node then reports that many times the processor time that was used. The product knows nothing of it;
// what it reads from Node is changed instead, also in its own processes, which get no variables.
import type * as childProcess from 'node:child_process';
import type * as fs from 'node:fs';
import type * as fsPromises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const factor = Number(new URL(import.meta.url).searchParams.get('factor') ?? '1');

const statusFile = /^\/proc\/\d+\/(task\/\d+\/)?stat$/;
/** Positions of user time and system time behind the name of the program. */
const timeFields = [11, 12];

const slower = (stat: string): string => {
  const end = stat.lastIndexOf(') ') + 2;
  const fields = stat.slice(end).split(' ');
  const changed = fields.map((field, index) => (timeFields.includes(index) ? String(Number(field) * factor) : field));
  return stat.slice(0, end) + changed.join(' ');
};

const shown = (path: unknown, content: unknown): unknown =>
  typeof content === 'string' && statusFile.test(String(path)) ? slower(content) : content;

/** The options of Node that make a process slow too; one that may read little may read this file. */
const optionsFor = (words: readonly string[]): readonly string[] => [
  ...(words.includes('--permission') ? [`--allow-fs-read=${fileURLToPath(new URL('.', import.meta.url))}`] : []),
  '--import',
  import.meta.url,
];

const replace = (owner: object, name: string, change: (original: (...parameters: never[]) => unknown) => unknown) =>
  Reflect.set(owner, name, change(Reflect.get(owner, name)));

const files: typeof fs = process.getBuiltinModule('node:fs');
const promises: typeof fsPromises = process.getBuiltinModule('node:fs/promises');
const processes: typeof childProcess = process.getBuiltinModule('node:child_process');

replace(
  files,
  'readFileSync',
  (read) =>
    (...values: [never]) =>
      shown(values[0], read(...values)),
);
replace(
  promises,
  'readFile',
  (read) =>
    async (...values: [never]) =>
      shown(values[0], await read(...values)),
);
replace(process, 'threadCpuUsage', (usage) => (...values: never[]) => {
  const { user, system } = Object(usage(...values));
  return { user: user * factor, system: system * factor };
});

type Start = (command: never, words: never, ...others: never[]) => unknown;

const slowStart =
  (start: Start): Start =>
  (command, words, ...others) => {
    const isNode = command === process.execPath && Array.isArray(words);
    return start(command, (isNode ? [...optionsFor(words), ...words] : words) as never, ...others);
  };

for (const name of ['spawn', 'execFile', 'execFileSync'] as const) {
  replace(processes, name, (start) => {
    const promised: Start | undefined = Reflect.get(start, promisify.custom);
    // `promisify` gives the output of both streams with this alone.
    return Object.assign(slowStart(start), promised && { [promisify.custom]: slowStart(promised) });
  });
}
syncBuiltinESMExports();
