// Runs the whole benchmark. Database engines and rows are measured one after another.
import type { Engine } from '../src/db/engine.ts';
import { startPostgres } from '../test/support/postgres.ts';
import { measureAttacks } from './attacks.ts';
import { comparePair, compareWithBare } from './compare.ts';
import { type Installation, install, type Place } from './installation.ts';
import type { Options } from './options.ts';
import { measurePolicies } from './policies.ts';
import type { Result } from './result.ts';
import { besideSearches, growthRows, largeRows, linearity, type Row, rows, waits } from './rows.ts';
import type { Size } from './seed.ts';
import { startServer, type Target } from './servers.ts';
import { measureMemory, measureStart, measureUploads, memoryName, startName, uploadsName } from './singles.ts';
import { measureBesideSearches, measureLinearity, measureWait } from './waits.ts';

export const size: Size = { policies: 10_000, users: 1_000 };
const largeSize: Size = { policies: 1_000_000, users: 1_000_000 };

const sizeText = ({ policies, users }: Size): string => `${policies} policies and ${users} users`;

/** Results of a run. */
export interface Report {
  readonly results: Result[];
  /**
   * Digests of responses that depend only on seeded data, by row. There is one digest for each database engine, and all
   * digests of a row must be equal.
   */
  readonly digests: Map<string, string[]>;
}

/** Parameters that are the same for the whole run. */
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
  const names = [...rows.map(({ name }) => name), memoryName, linearity.name];
  if (!names.some(options.wants)) return;
  await using server = await startServer(installation);
  await compareRows(run, rows, installation.engine, server);
  if (options.wants(linearity.name)) {
    run.say(`${installation.engine}: ${linearity.name}`);
    report.results.push(await measureLinearity(installation.engine, server));
  }
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

const measureWaits = async ({ options, report, say }: Run, engine: Engine, server: Target): Promise<void> => {
  for (const one of waits.filter(({ name }) => options.wants(name))) {
    say(`${engine}: ${one.name}`);
    report.results.push(await measureWait(one, engine, server));
  }
  if (!options.wants(besideSearches.name)) return;
  say(`${engine}: ${besideSearches.name}`);
  report.results.push(await measureBesideSearches(engine, server));
};

const measureLarge = async (run: Run, place: Place, small: Installation): Promise<void> => {
  const { engine } = place;
  run.say(`${engine}: making ${sizeText(largeSize)}`);
  await using installation = await install(place, largeSize);
  await using server = await startServer(installation);
  await compareRows(run, largeRows, engine, server);
  await measureWaits(run, engine, server);
  const chosen = growthRows.filter(({ name }) => run.options.wants(name));
  if (chosen.length === 0) return;
  await using other = await startServer(small);
  for (const row of chosen) {
    run.say(`${engine}: ${row.name}`);
    run.report.results.push(await comparePair(row, engine, { server, other }));
  }
};

const attackedSize: Size = { policies: 100, users: 100 };

const measureEngine = async (run: Run, engine: Engine): Promise<void> => {
  await using postgres = engine === 'postgres' ? await startPostgres() : undefined;
  const place = { engine, postgres };
  if (run.options.isAttacks) {
    run.say(`${engine}: requests that are refused`);
    await using attacked = await install(place, attackedSize);
    run.report.results.push(...(await measureAttacks(attacked, run.options.wants)));
    return;
  }
  run.say(`${engine}: making ${sizeText(size)}`);
  await using installation = await install(place, size);
  await measureRoutes(run, installation);
  if (run.options.isLarge) await measureLarge(run, place, installation);
  await measureSingles(run, installation);
};

/** Measures the rows that the options select. `say` reports progress. */
export const bench = async (options: Options, say: (line: string) => void): Promise<Report> => {
  const report: Report = { results: [], digests: new Map() };
  if (options.isPolicies) {
    report.results.push(...(await measurePolicies(options.wants, say)));
    return report;
  }
  for (const engine of options.engines) await measureEngine({ options, report, say }, engine);
  return report;
};
