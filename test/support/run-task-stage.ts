// Test environment for run tasks.
import assert from 'node:assert/strict';
import { query } from '../../src/db/query.ts';
import { evaluationJob } from '../../src/domains/policies/evaluations/job.ts';
import { callJob } from '../../src/domains/policies/run-tasks/job.ts';
import { runOnce } from '../../src/runtime/jobs/jobs.ts';
import { documentOf } from './documents.ts';
import { newPolicy } from './policies.ts';
import { openRunPlatform, type RunPlatform } from './run-platform.ts';
import type { KeyPair } from './saml/certificate.ts';
import { type Home, openWorld, type World } from './world.ts';

export const key = 'a key of the platform';

export const planOf = (...addresses: readonly string[]): string =>
  JSON.stringify({
    format_version: '1.2',
    resource_changes: addresses.map((address) => ({ address, change: { actions: ['create'] } })),
  });

const code = `package buckets

deny contains sprintf("%s by %s", [each.address, input.run.created_by.username]) if {
  some each in input.plan.resource_changes
  startswith(each.address, "aws_")
}
`;

/** Run platform, the service that it calls, and an organization with a run task. */
export interface Stage extends AsyncDisposable {
  readonly world: World;
  readonly platform: RunPlatform;
  readonly home: Home;
  readonly id: string;
  readonly url: string;
}

interface StageOptions {
  readonly plan?: string;
  /** Whether the service's settings allow the platform's address. */
  readonly isListed?: boolean;
  readonly allowedHosts?: (platform: string) => readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Key pair for a platform that uses TLS. */
  readonly keyPair?: KeyPair;
}

export const openStage = async (engine: World['engine'], options: StageOptions = {}): Promise<Stage> => {
  const { plan = planOf('aws_s3_bucket.logs'), isListed = true, allowedHosts = (url) => [url] } = options;
  await using stack = new AsyncDisposableStack();
  const platform = stack.use(await openRunPlatform(() => plan, options.keyPair));
  const environment = { ...(isListed && { TIPSTAFF_RUN_PLATFORMS: platform.url }), ...options.environment };
  const world = stack.use(await openWorld(engine, { environment }));
  const home = await world.home();
  const task = { name: 'platform', 'hmac-key': key, 'allowed-hosts': allowedHosts(platform.url) };
  const created = await home.client.post(
    `/organizations/${home.name}/policy-run-tasks`,
    documentOf('policy-run-tasks', task),
  );
  assert.equal(created.status, 201, created.bytes.toString());
  const { id, attributes } = created.body.data;
  const opened = stack.move();
  return { world, platform, home, id, url: attributes.url, [Symbol.asyncDispose]: () => opened.disposeAsync() };
};

export const newCode = async (home: Home, name: string, attributes: object = {}, source = code): Promise<string> => {
  const policy = { kind: 'opa', query: 'data.buckets.deny', 'enforcement-level': 'mandatory', ...attributes };
  const id = await newPolicy(home, name, policy);
  assert.equal((await home.client.put(`/policies/${id}/upload`, source)).status, 200);
  return id;
};

/** Runs the background jobs until all calls of the run task are finished. */
export const finishCalls = async ({ world }: Pick<Stage, 'world'>): Promise<void> => {
  for (let turns = 0; turns < 20; turns += 1) {
    await runOnce(world.context, callJob(world.context));
    await runOnce(world.context, evaluationJob(world.context));
    const open = await world.context.database.rows(storedCalls, {});
    if (open.every(({ status }) => status === 'answered')) return;
    world.advance(61_000);
  }
};

export const storedCalls = query()((db) => db.selectFrom('policy_run_task_calls').selectAll());
export const evaluations = query()((db) => db.selectFrom('policy_evaluations').select(['id', 'status', 'created_by']));

export const callsOf = async ({ home, id }: Stage) =>
  (await home.client.get(`/policy-run-tasks/${id}/calls`)).body.data;
