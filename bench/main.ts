// Implements `npm run bench`, which runs the benchmark and prints a table. See README.md in this folder.
import { availableParallelism, cpus } from 'node:os';
import { bench, type Report, size } from './bench.ts';
import { measureBesideOpa } from './opa.ts';
import { type Options, readOptions } from './options.ts';
import { measureScale } from './scale.ts';
import { endAll } from './servers.ts';
import { tableOf } from './table.ts';

const write = (line: string): boolean => process.stdout.write(`${line}\n`);
const progress = (line: string): boolean =>
  process.stderr.write(`${(performance.now() / 1_000).toFixed().padStart(4)} s  ${line}\n`);

/** Maximum duration of a run in ms. */
const maxDuration = { usual: 15 * 60_000, large: 60 * 60_000 };

/** Maximum time in ms for cleaning up after a run was aborted. */
const clearingUp = 15_000;

const machine = {
  node: process.version,
  processor: cpus()[0]?.model ?? 'unknown',
  cores: availableParallelism(),
};

const isSameOnBoth = ({ digests }: Report): boolean =>
  [...digests.values()].every((answers) => answers.every((digest) => digest === answers[0]));

const print = (report: Report, { isJson, engines }: Options): void => {
  const isSame = isSameOnBoth(report);
  if (isJson) {
    write(JSON.stringify({ machine, ...size, isSameOnBothEngines: isSame, results: report.results }, undefined, 2));
    return;
  }
  write(
    `Tipstaff on ${machine.node}, ${machine.cores} × ${machine.processor}; ${size.policies} policies, ${size.users} users.`,
  );
  write('× is the CPU time per request, as a multiple of that of a bare node:http server with the same response.\n');
  write(tableOf(report.results));
  if (report.results.some((result) => result.kind === 'route' && !result.open.keptUp)) {
    write(
      '\n! In some rounds the server did not keep up with this rate: the machine was busy, and the row is unreliable.',
    );
  }
  if (engines.length < 2 || report.digests.size === 0) return;
  write(`\nReads of seeded data return the same bytes on both engines: ${isSame ? 'yes' : 'NO'}.`);
};

/** Returns a signal that aborts on Ctrl-C and after the time limit. */
const interruption = (limit: number): AbortSignal => {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // The signal handlers of the PostgreSQL package are removed, because they would end this process before it has
    // cleaned up.
    process.removeAllListeners(signal);
    process.on(signal, () => controller.abort());
  }
  return AbortSignal.any([controller.signal, AbortSignal.timeout(limit)]);
};

/**
 * Kills the measured processes, so that the benchmark fails and cleans up. If that takes too long, exits this process.
 */
const breakOff = (): void => {
  process.stderr.write('The measurement was interrupted.\n');
  endAll();
  setTimeout(() => process.exit(1), clearingUp).unref();
};

/** Parses the numbers of rows in the value of `--scale`. */
const sizesOf = (text: string | undefined): readonly number[] =>
  text === undefined ? [10_000, 100_000] : text.split(',').map(Number);

const runScale = async (options: Options, say: (line: string) => void): Promise<void> => {
  // biome-ignore lint/style/noProcessEnv: the sizes are an option of the run
  const { table, faults } = await measureScale(options, sizesOf(process.env.SCALE_ROWS), say);
  write(table.join('\n'));
  if (faults.length > 0) throw new Error(faults.join('\n'));
};

const run = async (options: Options): Promise<void> => {
  const signal = interruption(options.isLarge || options.isScale ? maxDuration.large : maxDuration.usual);
  signal.addEventListener('abort', breakOff);
  const say = (line: string): void => {
    signal.throwIfAborted();
    progress(line);
  };
  if (options.isScale) return runScale(options, say);
  if (options.isOpa) return void write((await measureBesideOpa(say)).join('\n'));
  const report = await bench(options, say);
  print(report, options);
};

try {
  await run(readOptions(process.argv.slice(2)));
  process.exit(0);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
