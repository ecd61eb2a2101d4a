// Simulates a slow processor. Node.js reports the used processor time multiplied by `PROCESSOR_TIME_FACTOR`. This
// module is loaded into each test process and into each Node.js process that a test starts. It does not change the
// product, but patches Node.js functions that the product calls, even in child processes that receive no environment
// variables.
import type * as childProcess from 'node:child_process';
import type * as fs from 'node:fs';
import type * as fsPromises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const factor = Number(new URL(import.meta.url).searchParams.get('factor') ?? '1');

const statusFile = /^\/proc\/\d+\/(task\/\d+\/)?stat$/;
/**
 * Indexes of the fields with the user time and the system time in `/proc/PID/stat`. Fields are counted after the
 * program name.
 */
const timeFields = [11, 12];

const slower = (stat: string): string => {
  const end = stat.lastIndexOf(') ') + 2;
  const fields = stat.slice(end).split(' ');
  const changed = fields.map((field, index) => (timeFields.includes(index) ? String(Number(field) * factor) : field));
  return stat.slice(0, end) + changed.join(' ');
};

const shown = (path: unknown, content: unknown): unknown =>
  typeof content === 'string' && statusFile.test(String(path)) ? slower(content) : content;

/**
 * Returns the Node.js options that load this module into a child process. A process with restricted file access also
 * gets the permission to read this module.
 */
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
    // This property is required, because without it `promisify` would return only one of the two output streams.
    return Object.assign(slowStart(start), promised && { [promisify.custom]: slowStart(promised) });
  });
}
syncBuiltinESMExports();
