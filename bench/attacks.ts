// Measures the cost of requests that anybody can send without an account and that the service refuses. The cost is
// compared with that of an ordinary request to the same process.
import { Agent, type OutgoingHttpHeaders, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Engine } from '../src/db/engine.ts';
import { type Check, checks, costOfCheck } from './checks.ts';
import type { Installation } from './installation.ts';
import { type PlainResult, type Spread, spreadOf } from './result.ts';
import { startServer, type Target } from './servers.ts';

interface Attack {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly type?: string;
  readonly body?: Buffer;
  /** Number of requests per round. It is lower for slow requests. */
  readonly count: number;
}

const mebibyte = 1_048_576;
const rounds = 5;
const connections = 4;
/** Pause in ms after the last response. The server finishes its remaining work in this time. */
const rest = 30;
const maxTimes = 20;

const unknown = 'A'.repeat(43);
const wrongToken = `${'A'.repeat(14)}.tipstaff.${'A'.repeat(64)}`;

const tinyFields = (size: number): Buffer => Buffer.alloc(size, 'a&');
const tinyArrays = (size: number): Buffer => Buffer.from(`[${'[],'.repeat(size / 3 - 2)}[]]`);
const guess = Buffer.from('login=nobody&password=a+wrong+password');
const documented = (attributes: object): Buffer =>
  Buffer.from(JSON.stringify({ data: { type: 'sessions', attributes } }));

const plain: Attack = { name: 'GET /healthz', method: 'GET', path: '/healthz', count: 400 };

const posting =
  (type: string) =>
  (name: string, path: string, body: Buffer, count: number): Attack => ({
    name,
    method: 'POST',
    path,
    type,
    body,
    count,
  });
const formTo = posting('application/x-www-form-urlencoded');
const documentTo = posting('application/vnd.api+json');

const attacks: readonly Attack[] = [
  formTo('SSO form of 4 MiB, SSO off', '/users/saml/auth', tinyFields(4 * mebibyte), 10),
  formTo('SSO form of 500 KiB, SSO off', '/users/saml/auth', tinyFields(512_000), 40),
  formTo('logout form of 1 MiB, SSO off', '/users/saml/logout', tinyFields(mebibyte), 20),
  formTo('sign-in form of 1 MiB', '/sign-in', tinyFields(mebibyte), 20),
  formTo('sign-in form of 16 KiB', '/sign-in', tinyFields(16_384), 200),
  documentTo('session of 1 MiB of arrays', '/api/v2/session', tinyArrays(mebibyte), 20),
  documentTo('session of 16 KiB of arrays', '/api/v2/session', tinyArrays(16_384), 200),
  formTo('sign-in after too many guesses', '/sign-in', guess, 200),
  documentTo(
    'session after too many guesses',
    '/api/v2/session',
    documented({ username: 'nobody', password: 'a wrong password' }),
    200,
  ),
  documentTo('reset with an unknown link', `/api/v2/account/password-reset/${unknown}`, documented({}), 200),
  documentTo('first administrator, wrong token', `/admin/initial-admin-user?token=${wrongToken}`, guess, 200),
  { name: 'page of an unknown link', method: 'GET', path: `/set-password/${unknown}`, count: 200 },
  { name: 'download with an unknown link', method: 'GET', path: `/object/${unknown}`, count: 200 },
  {
    name: 'upload of 1 MiB to an unknown link',
    method: 'PUT',
    path: `/object/${unknown}`,
    type: 'application/octet-stream',
    body: Buffer.alloc(mebibyte),
    count: 20,
  },
  { name: 'unknown route', method: 'GET', path: '/api/v2/nothing', count: 200 },
  { name: 'account without credentials', method: 'GET', path: '/api/v2/account/details', count: 200 },
];

const headersOf = ({ type, body }: Attack): OutgoingHttpHeaders => ({
  ...(type !== undefined && { 'content-type': type }),
  ...(body !== undefined && { 'content-length': body.length }),
});

/** Sends one request and reads its response. The server may respond before it has read the whole body. */
const attempt = (port: number, agent: Agent, attack: Attack): Promise<number> =>
  new Promise((resolve, reject) => {
    const { method, path, body } = attack;
    let status = 0;
    const outgoing = request({ host: '127.0.0.1', port, method, path, agent, headers: headersOf(attack) }, (answer) => {
      status = answer.statusCode ?? 0;
      answer.resume().once('close', () => {
        if (!outgoing.writableFinished) outgoing.destroy();
        resolve(status);
      });
    });
    outgoing.once('error', (error) => (status > 0 ? resolve(status) : reject(error)));
    outgoing.end(body);
  });

/** Returns the CPU time per request in nanoseconds. Throws if a request other than `plain` succeeds. */
const costOf = async (target: Target, attack: Attack): Promise<number> => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const before = await target.usage();
  const statuses = await Promise.all(
    Array.from({ length: attack.count }, () => attempt(target.port, agent, attack).catch(() => 400)),
  );
  await wait(rest);
  const after = await target.usage();
  agent.destroy();
  const taken = statuses.find((status) => status < 400);
  if (attack !== plain && taken !== undefined) throw new Error(`${attack.name} got the status ${taken}`);
  return (after.cpu - before.cpu) / attack.count;
};

/** Returns the cost as a multiple of the cost of an ordinary request. Both are measured in the same round. */
const timesPlain = async (target: Target, cost: () => Promise<number>): Promise<Spread> => {
  await costOf(target, plain);
  await cost();
  const times: number[] = [];
  while (times.length < rounds) {
    const healthz = await costOf(target, plain);
    times.push((await cost()) / healthz);
  }
  return spreadOf(times);
};

const measureAttack = async (target: Target, engine: Engine, attack: Attack): Promise<PlainResult> => {
  const value = await timesPlain(target, () => costOf(target, attack));
  return { kind: 'plain', name: attack.name, engine, unit: '×', value, goal: { max: maxTimes } };
};

const measureCheck = async (target: Target, engine: Engine, check: Check): Promise<PlainResult> => {
  const value = await timesPlain(target, () => costOfCheck(check));
  return { kind: 'plain', name: check.name, engine, unit: '×', value };
};

/** Measures the requests for whose names `wants` returns true. */
export const measureAttacks = async (
  installation: Installation,
  wants: (name: string) => boolean,
): Promise<readonly PlainResult[]> => {
  await using target = await startServer(installation);
  const results: PlainResult[] = [];
  for (const attack of attacks.filter(({ name }) => wants(name))) {
    results.push(await measureAttack(target, installation.engine, attack));
  }
  for (const check of checks.filter(({ name }) => wants(name))) {
    results.push(await measureCheck(target, installation.engine, check));
  }
  return results;
};
