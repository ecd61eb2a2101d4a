// Implements `npm run bench -- --scale`, which measures the cost of each list at several sizes. Fails if a response
// takes more than 50 ms on the main thread, or if the cost grows with the number of rows that are not returned.
import { readdir, readFile } from 'node:fs/promises';
import type { Engine } from '../src/db/engine.ts';
import { startPostgres } from '../test/support/postgres.ts';
import { capture } from './client.ts';
import { install, type Place } from './installation.ts';
import type { Options } from './options.ts';
import { addScaledRows, scaledLists, scaledRecords } from './scale-rows.ts';
import { startServer, type Target } from './servers.ts';

const maxMilliseconds = 50;
/** Maximum cost in ms of a response on a reading thread. It applies to the filters and sort orders in `quick`. */
const maxReading = 30;
/**
 * The cost at the largest size may be at most `maxGrowth` times the cost at the smallest size, plus `allowance` in ms.
 * The allowance is needed because measured times vary.
 */
const [maxGrowth, allowance] = [2, 5];
const repetitions = 5;
const pageSize = 20;

/** Measurement of one response at one size. */
interface Measured {
  readonly engine: Engine;
  readonly size: number;
  readonly name: string;
  readonly milliseconds: number;
  /** CPU time in ms of the busiest thread besides the main thread. With SQLite, this is a reading thread. */
  readonly reading: number;
  readonly isQuick: boolean;
  readonly rows: number;
  readonly bytes: number;
}

/** Result of a run. It consists of a table and the responses that are too expensive. */
export interface ScaleReport {
  readonly table: readonly string[];
  readonly faults: readonly string[];
}

/** Returns the CPU time in ms of each thread of a server, by thread identifier. */
async function threadTimes({ pid }: Target): Promise<ReadonlyMap<string, number>> {
  const tasks = await readdir(`/proc/${pid}/task`);
  const times = tasks.map(async (task): Promise<[string, number]> => {
    // The thread may have ended after the folder was read.
    const text = await readFile(`/proc/${pid}/task/${task}/schedstat`, 'utf8').catch(() => '0');
    return [task, Number(text.split(' ')[0]) / 1_000_000];
  });
  return new Map(await Promise.all(times));
}

const median = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0;

type OneAnswer = Omit<Measured, 'engine' | 'size' | 'name' | 'isQuick'> & { readonly total: number };

const measureOne = async (server: Target, path: string): Promise<OneAnswer> => {
  const serving: number[] = [];
  const reading: number[] = [];
  let [rows, bytes, total] = [0, 0, 0];
  // The first response is not counted, because the server prepares its SQL statements for it.
  for (let turn = 0; turn <= repetitions; turn += 1) {
    const before = await threadTimes(server);
    const { body } = await capture(server, { method: 'GET', path });
    const spent = [...(await threadTimes(server))].map(
      ([task, time]) => [task, time - (before.get(task) ?? 0)] as const,
    );
    const own = String(server.pid);
    if (turn > 0) {
      serving.push(...spent.flatMap(([task, time]) => (task === own ? [time] : [])));
      reading.push(Math.max(...spent.map(([task, time]) => (task === own ? 0 : time))));
    }
    const { data, meta } = JSON.parse(Buffer.from(body).toString('utf8'));
    // A response with a single record, such as an organization's posture, has no pagination.
    [rows, bytes, total] = [[data].flat().length, body.length, meta?.pagination['total-count'] ?? 1];
  }
  return { milliseconds: median(serving), reading: median(reading), rows, bytes, total };
};

/** Measures the first, the middle and the last page of a list. */
const measureList = async (
  server: Target,
  place: Pick<Measured, 'engine' | 'size' | 'isQuick'>,
  [name, path]: [string, string],
) => {
  const pageAt = (number: number) => `${path}page%5Bsize%5D=${pageSize}&page%5Bnumber%5D=${number}`;
  const { total, ...answer } = await measureOne(server, pageAt(1));
  const first = { ...place, name, ...answer };
  const last = Math.max(1, Math.ceil(total / pageSize));
  if (last === 1) return [first];
  const { total: _middle, ...middle } = await measureOne(server, pageAt(Math.ceil(last / 2)));
  const { total: _last, ...end } = await measureOne(server, pageAt(last));
  return [
    first,
    { ...place, name: `${name}, middle page`, ...middle },
    { ...place, name: `${name}, last page`, ...end },
  ];
};

/**
 * Returns each list with each of its filters and sort orders. `shown` is the name in the table, and `path` is the URL
 * path without the page parameter.
 */
const listsWanted = (wants: Options['wants']) =>
  [...scaledLists, ...scaledRecords]
    .filter(({ name }) => wants(name))
    .flatMap(({ name, path, parameters, quick = [] }) =>
      parameters.map((parameter) => {
        const isQuick = quick.includes(parameter);
        const encoded = parameter.replaceAll('[', '%5B').replaceAll(']', '%5D');
        return parameter === ''
          ? { shown: name, path: `${path}?`, isQuick }
          : { shown: `${name} ${parameter}`, path: `${path}?${encoded}&`, isQuick };
      }),
    );

/**
 * Measurements, and the names of the lists that gave no response. If a list gives no response, the other lists are
 * still measured.
 */
interface Lists {
  readonly measured: readonly Measured[];
  readonly unanswered: readonly string[];
}

const measureSize = async (
  place: Place,
  size: number,
  { wants, say }: { readonly wants: Options['wants']; readonly say: (line: string) => void },
): Promise<Lists> => {
  say(`${place.engine}: creating ${size} rows of each type`);
  await using installation = await install(place, { policies: size, users: size });
  await addScaledRows(installation, size);
  await using server = await startServer(installation);
  const measured: Measured[] = [];
  const unanswered: string[] = [];
  for (const { shown, path, isQuick } of listsWanted(wants)) {
    say(`${place.engine}: ${shown}`);
    try {
      measured.push(...(await measureList(server, { engine: place.engine, size, isQuick }, [shown, path])));
    } catch (error) {
      unanswered.push(`${place.engine}, ${size} rows: ${error instanceof Error ? error.message : error}`);
    }
  }
  return { measured, unanswered };
};

const faultsOf = (measured: readonly Measured[]): readonly string[] => {
  const slow = measured.filter(({ milliseconds }) => milliseconds > maxMilliseconds);
  const late = measured.filter(
    ({ engine, isQuick, reading }) => engine === 'sqlite' && isQuick && reading > maxReading,
  );
  const groups = Map.groupBy(measured, ({ engine, name }) => `${engine}: ${name}`);
  const growing = [...groups].filter(([, each]) => {
    const [atFirst, atLast] = [each[0]?.milliseconds ?? 0, each.at(-1)?.milliseconds ?? 0];
    return atLast > maxGrowth * atFirst + allowance;
  });
  return [
    ...slow.map((each) => `${each.engine}, ${each.size} rows: ${each.name} takes ${each.milliseconds.toFixed(1)} ms`),
    ...late.map((each) => `${each.size} rows: ${each.name} takes ${each.reading.toFixed(1)} ms on a reading thread`),
    ...growing.map(([name]) => `the cost of ${name} grows with rows that are not returned`),
  ];
};

const lineOf = ({ engine, size, name, milliseconds, reading, rows, bytes }: Measured): string =>
  `| ${engine} | ${size} | ${name} | ${milliseconds.toFixed(1)} | ${reading.toFixed(1)} | ${rows} | ${bytes} |`;

/** Measures every list at each size, on the database engines that the options select. */
export const measureScale = async (
  { engines, wants }: Options,
  sizes: readonly number[],
  say: (line: string) => void,
): Promise<ScaleReport> => {
  const parts: Lists[] = [];
  for (const engine of engines) {
    await using postgres = engine === 'postgres' ? await startPostgres() : undefined;
    for (const size of sizes) parts.push(await measureSize({ engine, postgres }, size, { wants, say }));
  }
  const measured = parts.flatMap((part) => part.measured);
  const unanswered = parts.flatMap((part) => part.unanswered);
  const heads = [
    '| engine | rows of each type | list | ms on the main thread | ms on the busiest other thread | rows | bytes |',
    '|---|---|---|---|---|---|---|',
  ];
  return { table: [...heads, ...measured.map(lineOf)], faults: [...unanswered, ...faultsOf(measured)] };
};
