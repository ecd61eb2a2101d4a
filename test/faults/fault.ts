// Injects a fault into a service under load, and checks the result.
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

/** Service under test, and the data that requests to it need. */
export interface Stage {
  readonly environment: Environment;
  readonly urls: readonly string[];
  /** Running instances. If a fault kills an instance, a new instance replaces it. */
  readonly instances: Running[];
  readonly token: string;
  readonly organization: string;
  /** Replaces the instance with this index by a new one. */
  readonly restart: (number: number) => Promise<void>;
}

/** Error that is thrown if this machine does not support the fault. The message states the reason. */
export class NotPossible extends Error {}

export interface Fault {
  readonly name: string;
  readonly engines: readonly Engine[];
  readonly instances: number;
  /**
   * Changes the location of the data before the service starts. Throws `NotPossible` if this machine does not support
   * the change.
   */
  readonly place?: (environment: Environment) => Promise<AsyncDisposable & { readonly environment: Environment }>;
  /** Returns the path of the program for the instance with this index; undefined for the current program. */
  readonly program?: (environment: Environment, number: number) => string | undefined;
  /** Injects the fault once. */
  readonly strike: (stage: Stage, round: number) => Promise<void>;
}

export interface Row extends Figures {
  readonly fault: string;
  readonly engine: Engine;
  readonly rounds: number;
  /** Error message, if the test failed. */
  readonly wrong?: string;
  /** Reason why the test was skipped, if it was. */
  readonly skipped?: string;
}

const creations = query()((db) =>
  db.selectFrom('audit_records').select('resource_id').where('action', '=', 'policy.create'),
);
const left = query()((db) => db.selectFrom('policies').select('name').orderBy('name'));

type Traffic = ReturnType<typeof startTraffic>;

/** Checks that the database contains exactly the acknowledged changes, and one audit record for each creation. */
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

/** Waits until all instances report that they are ready. A fault must have no lasting effect. */
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

/** Injects a fault into a service under load, the given number of times. */
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

/** Runs a fault on one engine and returns its row of the result table. The row also reports errors. */
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
