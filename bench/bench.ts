// The whole measurement: one engine after the other, one row after the other.
import type { Engine } from '../src/db/database.ts';
import { startPostgres } from '../test/support/postgres.ts';
import { comparePair, compareWithBare } from './compare.ts';
import { type Installation, install, type Place } from './installation.ts';
import type { Options } from './options.ts';
import type { Result } from './result.ts';
import { growthRow, largeRows, type Row, rows } from './rows.ts';
import { startServer, type Target } from './servers.ts';
import { measureMemory, measureStart, measureUploads, memoryName, startName, uploadsName } from './singles.ts';

export const policies = 10_000;
const manyPolicies = 1_000_000;

/** What a run collects. */
export interface Report {
  readonly results: Result[];
  /** The digests of the answers to reads of seeded data, by row: one for each engine, and all the same. */
  readonly digests: Map<string, string[]>;
}

/** What every part of a run is given. */
interface Run {
  readonly options: Options;
  readonly report: Report;
  readonly say: (line: string) => void;
}

const compareRows = async (run: Run, chosen: readonly Row[], engine: Engine, server: Target): Promise<void> => {
  const { digests, results } = run.report;
  for (const row of chosen.filter(({ name }) => run.options.wants(name))) {
    run.say(`${engine}: ${row.name}`);
    const { result, digest } = await compareWithBare(row, engine, server);
    results.push(result);
    if (row.isSeeded === true) digests.set(row.name, [...(digests.get(row.name) ?? []), digest]);
  }
};

const measureRoutes = async (run: Run, installation: Installation): Promise<void> => {
  const { options, report } = run;
  if (!rows.some(({ name }) => options.wants(name)) && !options.wants(memoryName)) return;
  await using server = await startServer(installation);
  await compareRows(run, rows, installation.engine, server);
  if (options.wants(memoryName)) report.results.push(await measureMemory(installation, server));
};

const measureSingles = async ({ options, report, say }: Run, installation: Installation): Promise<void> => {
  const singles = [
    { name: uploadsName, measure: measureUploads },
    { name: startName, measure: measureStart },
  ];
  for (const { name, measure } of singles.filter((single) => options.wants(single.name))) {
    say(`${installation.engine}: ${name}`);
    report.results.push(await measure(installation));
  }
};

const measureLarge = async (run: Run, place: Place, small: Installation): Promise<void> => {
  const { engine } = place;
  run.say(`${engine}: making ${manyPolicies} policies`);
  await using installation = await install(place, manyPolicies);
  await using server = await startServer(installation);
  await compareRows(run, largeRows, engine, server);
  if (!run.options.wants(growthRow.name)) return;
  run.say(`${engine}: ${growthRow.name}`);
  await using other = await startServer(small);
  run.report.results.push(await comparePair(growthRow, engine, { server, other }));
};

const measureEngine = async (run: Run, engine: Engine): Promise<void> => {
  await using postgres = engine === 'postgres' ? await startPostgres() : undefined;
  const place = { engine, postgres };
  run.say(`${engine}: making ${policies} policies`);
  await using installation = await install(place, policies);
  await measureRoutes(run, installation);
  if (run.options.isLarge) await measureLarge(run, place, installation);
  await measureSingles(run, installation);
};

/** Measures what the options ask for. `say` is told what is under way. */
export const bench = async (options: Options, say: (line: string) => void): Promise<Report> => {
  const report: Report = { results: [], digests: new Map() };
  for (const engine of options.engines) await measureEngine({ options, report, say }, engine);
  return report;
};
