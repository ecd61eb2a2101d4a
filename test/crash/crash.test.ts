// Kills the service with SIGKILL during writes. All acknowledged changes must be stored completely. `CRASH_ROUNDS` is
// the number of kills.
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../src/context.ts';
import { query } from '../../src/db/query.ts';
import { type Client, clientOf } from '../support/client.ts';
import { type Environment, environmentOf, type Running, startService } from '../support/command.ts';
import { freshDatabase } from '../support/database.ts';
import { killed, type Prepared, prepare, withDatabaseOf } from '../support/process.ts';
import { engines } from '../support/world.ts';
import { type Entry, type Ledger, possible, type State } from './ledger.ts';
import { sha256Of, type Target, writeUntil } from './writers.ts';

// biome-ignore lint/style/noProcessEnv: the number of rounds is an option of the run
const { CRASH_ROUNDS = '10' } = process.env;
const rounds = Number(CRASH_ROUNDS);
const writers = 4;

interface Shown {
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships: { readonly 'policy-sets': { readonly data: readonly { readonly id: string }[] } };
}

/**
 * Returns all of the organization's policies by name. Fails unless the total that the list reports equals the number of
 * policies.
 */
const listed = async (client: Client, organization: string): Promise<ReadonlyMap<string, Shown>> => {
  const shown = new Map<string, Shown>();
  for (let number: number | null = 1; number !== null; ) {
    const path = `/organizations/${organization}/policies?page[size]=100&page[number]=${number}`;
    const { body } = await client.get(path);
    for (const policy of body.data) shown.set(policy.attributes.name, policy);
    number = body.meta.pagination['next-page'];
    if (number === null) assert.equal(body.meta.pagination['total-count'], shown.size, 'total-count');
  }
  return shown;
};

const stateOf = async (client: Client, shown: Shown | undefined): Promise<State> => {
  if (shown === undefined) return undefined;
  const code = await client.get(`/policies/${shown.id}/download`);
  return {
    description: String(shown.attributes.description),
    sha256: code.status === 404 ? undefined : sha256Of(code.bytes),
  };
};

const auditedChanges = query<{ id: string }>()((db, { id }) =>
  db
    .selectFrom('audit_records')
    .select('id')
    .where('resource_id', '=', id)
    .where('action', 'in', ['policy.create', 'policy.update', 'policy.upload', 'policy.delete']),
);

const isSame = (one: State, other: State): boolean =>
  one?.description === other?.description && one?.sha256 === other?.sha256;

/** Compares a policy with its entry in the ledger, and updates the entry with the state that the service returns. */
const checkEntry = async (context: Context, client: Client, entry: Entry, shown: Shown | undefined): Promise<void> => {
  const state = await stateOf(client, shown);
  entry.id ??= shown?.id;
  const audited = entry.id === undefined ? [] : await context.database.rows(auditedChanges, { id: entry.id });
  const fits = possible(entry).filter((one) => isSame(one.state, state));
  assert.ok(fits.length > 0, `${JSON.stringify(entry)} is ${JSON.stringify(state)} after the crash`);
  // An upload of the same empty code changes no attribute, but adds an audit record. Only the number of audit records
  // distinguishes such states.
  const known = fits.find(({ changes }) => changes === audited.length);
  assert.ok(known, `${audited.length} audit records of ${JSON.stringify(entry)}`);
  Object.assign(entry, { acknowledged: state, attempted: undefined, changes: known.changes });
};

const checkCounters = async ({ client, policySet }: Target, shown: ReadonlyMap<string, Shown>): Promise<void> => {
  const policies = [...shown.values()];
  for (const { attributes, relationships } of policies) {
    assert.equal(attributes['policy-set-count'], relationships['policy-sets'].data.length);
  }
  const members = policies.filter(({ relationships }) => relationships['policy-sets'].data.length > 0);
  const { body } = await client.get(`/policy-sets/${policySet}`);
  assert.equal(body.data.attributes['policy-count'], members.length, 'policy-count of the set');
};

const checkAll = async (environment: Environment, target: Target, ledgers: readonly Ledger[]): Promise<void> => {
  const shown = await listed(target.client, target.organization);
  await withDatabaseOf(environment, async (context) => {
    for (const entry of ledgers.flatMap((ledger) => [...ledger.values()])) {
      await checkEntry(context, target.client, entry, shown.get(entry.name));
    }
  });
  const known = ledgers.flatMap((ledger) => [...ledger.keys()]);
  assert.deepEqual(
    [...shown.keys()].filter((name) => !known.includes(name)),
    [],
  );
  await checkCounters(target, shown);
  // Remove entries without a policy, so that each missing policy is reported only once.
  for (const ledger of ledgers) {
    for (const { name, acknowledged } of ledger.values()) if (acknowledged === undefined) ledger.delete(name);
  }
};

const checkFile = ({ TIPSTAFF_DATA_DIR = '', TIPSTAFF_DATABASE_URL }: Environment): void => {
  if (TIPSTAFF_DATABASE_URL !== undefined) return;
  const file = new DatabaseSync(join(TIPSTAFF_DATA_DIR, 'tipstaff.db'));
  assert.deepEqual({ ...file.prepare('pragma integrity_check').get() }, { integrity_check: 'ok' });
  assert.deepEqual(file.prepare('pragma foreign_key_check').all(), []);
  file.close();
};

const createSet = async (client: Client, organization: string): Promise<string> => {
  const attributes = { name: 'baseline', kind: 'opa' };
  const path = `/organizations/${organization}/policy-sets`;
  const { body } = await client.post(path, { data: { type: 'policy-sets', attributes } });
  return body.data.id;
};

/** Lets all writers write, and kills the service at a random time. */
const crashOnce = async (service: Running, target: Target, ledgers: readonly Ledger[]): Promise<void> => {
  const crash = new AbortController();
  const writing = ledgers.map((ledger) => writeUntil(crash.signal, target, ledger));
  await Promise.race([pause(randomInt(30, 500)), ...writing]);
  crash.abort();
  await killed(service);
  await Promise.all(writing);
};

const prepareTarget = async (service: Running, { name, token }: Prepared) => {
  const policySet = await createSet(clientOf(service.url, token), name);
  return (url: string): Target => ({ client: clientOf(url, token), organization: name, policySet });
};

for (const engine of engines) {
  test(`Acknowledged changes survive kill -9 completely, ${rounds} times (${engine})`, async (t) => {
    await using database = await freshDatabase(engine);
    const environment = environmentOf(database);
    const prepared = await prepare(environment);
    await using services = new AsyncDisposableStack();
    const first = services.use(await startService(environment));
    const targetAt = await prepareTarget(first, prepared);
    const ledgers = Array.from({ length: writers }, (): Ledger => new Map());
    let unanswered = 0;

    for (let round = 0, service = first; round < rounds; round += 1) {
      await crashOnce(service, targetAt(service.url), ledgers);

      unanswered += ledgers.flatMap((ledger) => [...ledger.values()]).filter(({ attempted }) => attempted).length;
      checkFile(environment);
      service = services.use(await startService(environment));
      await checkAll(environment, targetAt(service.url), ledgers);
    }
    t.diagnostic(`${unanswered} writes were under way when the service was killed`);
  });
}
