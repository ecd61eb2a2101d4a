// Tests an installed program. The test covers its version, a check of a plan, and a service with an administrator and a
// module.
import assert from 'node:assert/strict';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { apiOf, documentOf, withToken } from '../demo/client.ts';
import type { CheckContext } from './artefact.ts';

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Service {
  readonly url: string;
  /** One-time token for creating the first administrator. */
  readonly oneTimeToken: string;
  /** Stops the service with SIGTERM and returns the exit status. */
  readonly stop: () => Promise<number | null>;
}

/** Installed program. The interface is the same for all ways of starting the program. */
export interface Program {
  /**
   * Runs a command of the program. `words` contains the arguments after the program name. Paths in the arguments must
   * be below `scratch` on this machine.
   */
  readonly run: (words: readonly string[], variables?: Readonly<Record<string, string>>) => Promise<Ended>;
  /** Starts the service with an empty data folder. Resolves when the service accepts requests. */
  readonly serve: () => Promise<Service>;
}

type EngineKind = 'native' | 'webassembly';

/** Tests a program. Returns the time in ms from starting the service until its first response. */
export async function proveProgram(
  program: Program,
  context: Pick<CheckContext, 'version' | 'root' | 'scratch'>,
  engine: EngineKind,
): Promise<number> {
  await proveVersion(program, context.version);
  await proveCheck(program, context, engine);
  const answered = await proveService(program, context);
  await proveDoctor(program, engine);
  return answered;
}

export async function proveVersion(program: Program, version: string): Promise<void> {
  assert.deepEqual(await program.run(['--version']), { code: 0, stdout: `${version}\n`, stderr: '' });
}

/**
 * Checks a plan that violates two policies, one of which is mandatory. Returns the program's reason for choosing its
 * policy engine.
 */
export async function proveCheck(
  program: Program,
  { root, scratch }: Pick<CheckContext, 'root' | 'scratch'>,
  engine: EngineKind,
): Promise<string> {
  const examples = join(scratch, 'examples');
  await cp(join(root, 'examples'), examples, { recursive: true });
  const words = ['check', join(examples, 'plan.json'), '--dir', join(examples, 'policies'), '--json'];
  const { code, stdout, stderr } = await program.run(words);
  assert.equal(code, 1, stdout + stderr);
  const answer = JSON.parse(stdout);
  assert.equal(answer.engine.kind, engine, answer.engine.reason);
  const statuses = answer.policies.map(({ name, status }: { name: string; status: string }) => [name, status]);
  assert.deepEqual(statuses, [
    ['no_public_buckets', 'failed'],
    ['owner_tag', 'failed'],
  ]);
  return answer.engine.reason;
}

/** Checks that the program refuses a policy engine whose bytes differ from the engine in this release. */
export async function proveChangedEngine(
  program: Program,
  context: Pick<CheckContext, 'root' | 'scratch'>,
): Promise<void> {
  assert.match(
    await proveCheck(program, context, 'webassembly'),
    /does not match the checksum that comes with Tipstaff/,
  );
}

/** Checks that `doctor` reports no problem with the data of the service, and that the policy engine is sandboxed. */
async function proveDoctor({ run }: Program, engine: EngineKind): Promise<void> {
  const { code, stdout, stderr } = await run(['doctor'], { TIPSTAFF_PORT: '0' });
  assert.equal(code, 0, stdout + stderr);
  const sentence = { native: 'a program for this machine. The checksum of the program', webassembly: 'WebAssembly.' }[
    engine
  ];
  assert.ok(stdout.includes(`Policies are evaluated by ${sentence}`), stdout);
}

async function proveService(program: Program, { scratch }: Pick<CheckContext, 'scratch'>): Promise<number> {
  const start = performance.now();
  const service = await program.serve();
  await using stack = new AsyncDisposableStack();
  stack.defer(async () => void (await service.stop()));
  const target = { url: service.url, signal: AbortSignal.timeout(120_000) };
  await apiOf(target, {}).get('/ping');
  const answered = performance.now() - start;
  const token = await createAdministrator(service);
  await publishModule(program, { ...target, token }, scratch);
  await proveConsole(service.url);
  assert.equal(await service.stop(), 0);
  return answered;
}

/** Signs in as the administrator and loads the files that the console loads initially. */
async function proveConsole(url: string): Promise<void> {
  const { username: login, password } = administrator;
  const body = new URLSearchParams({ login, password });
  const signIn = await fetch(`${url}/sign-in`, { method: 'POST', redirect: 'manual', headers: { origin: url }, body });
  const cookie = signIn.headers.getSetCookie().map((each) => each.split(';')[0]);
  const page = await (await fetch(url, { headers: { cookie: cookie.join('; ') } })).text();
  const [, script = ''] = /<script type="module" src="([^"]+)"/.exec(page) ?? [];
  const answer = await fetch(new URL(script, url));
  assert.match(answer.headers.get('content-type') ?? '', /javascript/, 'The console is missing.');
}

const administrator = { username: 'admin', email: 'admin@example.com', password: 'correct horse battery' };

async function createAdministrator({ url, oneTimeToken }: Service): Promise<string> {
  const response = await fetch(`${url}/admin/initial-admin-user?token=${oneTimeToken}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(administrator),
  });
  const answer: { readonly status?: string; readonly token?: string } = Object(await response.json());
  assert.equal(answer.status, 'created');
  return answer.token ?? '';
}

type Target = Parameters<typeof withToken>[0] & { readonly token: string };

async function publishModule(program: Program, target: Target, scratch: string): Promise<void> {
  const api = withToken(target, target.token);
  await api.post('/organizations', documentOf('organizations', { name: 'shire', email: 'shire@example.com' }));
  const folder = join(scratch, 'module');
  await mkdir(folder);
  await writeFile(join(folder, 'main.tf'), 'variable "cidr" {}\n');
  const words = ['module', 'publish', folder, '--module', 'shire/network/aws', '--module-version', '1.0.0'];
  const published = await program.run(words, { TIPSTAFF_URL: target.url, TIPSTAFF_TOKEN: target.token });
  assert.equal(published.code, 0, published.stderr);
  const answer = await fetch(`${target.url}/api/registry/v1/modules/shire/network/aws/versions`, {
    headers: { authorization: `Bearer ${target.token}` },
  });
  assert.deepEqual(Object(await answer.json()).modules[0].versions[0].version, '1.0.0');
}
