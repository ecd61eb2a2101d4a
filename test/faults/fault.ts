// A fault: what is done to a service under traffic, and what is found afterwards.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import type { Engine } from '../../src/db/engine.ts';
import { query } from '../../src/db/query.ts';
import { type Environment, environmentOf, type Running, startService } from '../support/command.ts';
import { freshDatabase } from '../support/database.ts';
import { freePort } from '../support/postgres.ts';
import { prepare, withDatabaseOf } from '../support/process.ts';
import { type Figures, startTraffic } from './traffic.ts';

/** A service under test, and what a fault does it to. */
export interface Stage {
  readonly environment: Environment;
  readonly urls: readonly string[];
  /** The instances; a fault that kills one puts its successor in its place. */
  readonly instances: Running[];
  readonly token: string;
  readonly organization: string;
  /** Starts an instance where the one with this number was. */
  readonly restart: (number: number) => Promise<void>;
}

/** This machine cannot have the fault; the message says why. */
export class NotPossible extends Error {}

export interface Fault {
  readonly name: string;
  readonly engines: readonly Engine[];
  readonly instances: number;
  /** Changes where the data is before the service starts. Throws `NotPossible`. */
  readonly place?: (environment: Environment) => Promise<AsyncDisposable & { readonly environment: Environment }>;
  /** The program that the instance with this number is, where it is another than the present one. */
  readonly program?: (environment: Environment, number: number) => string | undefined;
  /** Does it once. */
  readonly strike: (stage: Stage, round: number) => Promise<void>;
}

export interface Row extends Figures {
  readonly fault: string;
  readonly engine: Engine;
  readonly rounds: number;
  /** Failure of the row, if there was one. */
  readonly wrong?: string;
  /** Reason why it did not run, if it did not. */
  readonly skipped?: string;
}

const creations = query()((db) =>
  db.selectFrom('audit_records').select('resource_id').where('action', '=', 'policy.create'),
);
const left = query()((db) => db.selectFrom('policies').select('name').orderBy('name'));

type Traffic = ReturnType<typeof startTraffic>;

/** Checks that the database has what was acknowledged: nothing lost, nothing twice, each creation with one audit record. */
const checkStored = (environment: Environment, { known }: Traffic): Promise<void> =>
  withDatabaseOf(environment, async ({ database }) => {
    const records = await database.rows(creations, {});
    const ids = [...known.values()].map(({ id }) => id);
    assert.deepEqual(records.map(({ resource_id }) => resource_id).sort(), ids.sort(), 'audit records of creations');
    const present = [...known].filter(([, { isDeleted }]) => !isDeleted).map(([name]) => name);
    const stored = await database.rows(left, {});
    assert.deepEqual(
      stored.map(({ name }) => name).filter((name) => present.includes(name)),
      present.sort(),
    );
  });

/** Waits until each instance says that it is ready; a fault that is over leaves nothing behind. */
const untilReady = async (urls: readonly string[]): Promise<void> => {
  for (const url of urls) {
    for (let attempt = 0; ; attempt += 1) {
      const answer = await fetch(`${url}/readyz`).catch(() => undefined);
      if (answer?.status === 200) break;
      assert.ok(attempt < 300, `${url} does not become ready: ${await answer?.text()}`);
      await pause(100);
    }
  }
};

/** Strikes a service under traffic so many times. */
const strikeOften = async (fault: Fault, environment: Environment, rounds: number): Promise<Figures> => {
  const { name: organization, token } = await prepare(environment);
  const ports = await Promise.all(Array.from({ length: fault.instances }, freePort));
  await using stack = new AsyncDisposableStack();
  const start = (port: number | undefined, number: number) => {
    const program = fault.program?.(environment, number);
    const options = { keepsLog: true, ...(program !== undefined && { program }) };
    return startService({ ...environment, TIPSTAFF_PORT: `${port}` }, options);
  };
  const instances = await Promise.all(ports.map(start));
  stack.defer(async () => void (await Promise.all(instances.map((each) => each.stop()))));
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  const stage: Stage = {
    environment,
    urls,
    instances,
    token,
    organization,
    restart: async (number) => {
      instances[number] = await start(ports[number], number);
    },
  };
  const traffic = stack.use(startTraffic({ urls: () => urls, organization, token }));
  for (let round = 0; round < rounds; round += 1) await fault.strike(stage, round);
  await untilReady(urls);
  await traffic.end();
  await checkStored(environment, traffic);
  return traffic.figures;
};

const nothing: Figures = { acknowledged: 0, sentAgain: 0, reads: 0, maxPause: 0 };

/** Runs a fault on one engine; what goes wrong is part of the row. */
export const rowOf = async (fault: Fault, engine: Engine, rounds: number): Promise<Row> => {
  const row = { fault: fault.name, engine, rounds };
  try {
    await using database = await freshDatabase(engine);
    const plain = environmentOf(database);
    await using place = await fault.place?.(plain);
    return { ...row, ...(await strikeOften(fault, place?.environment ?? plain, rounds)) };
  } catch (error) {
    if (error instanceof NotPossible) return { ...row, ...nothing, skipped: error.message };
    return { ...row, ...nothing, wrong: inspect(error) };
  }
};
