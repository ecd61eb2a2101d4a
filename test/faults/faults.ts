// Faults in the process, the network, the database server, the disk and the clients.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { openDisk } from '../support/disk.ts';
import { killed } from '../support/process.ts';
import { openProxy } from '../support/proxy.ts';
import { engines } from '../support/world.ts';
import { type Fault, NotPossible, type Stage } from './fault.ts';
import { upgrades } from './upgrade.ts';

/** Kills one of the instances with SIGKILL and starts a new one. */
const killOne = async ({ instances, restart }: Stage): Promise<void> => {
  await pause(randomInt(100, 800));
  const number = randomInt(instances.length);
  const instance = instances[number];
  if (instance !== undefined) await killed(instance);
  await restart(number);
};

/** Runs statements directly on the database server, without the proxy. */
const onServer = async (url: string, statements: (database: string) => readonly string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements(new URL(url).pathname.slice(1))) await client.query(statement);
  await client.end();
};

const endOthers =
  'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
const writable = 'set default_transaction_read_only = off';

/** Proxy in front of a database server, and the address of the server behind it. */
interface Way {
  readonly proxy: Awaited<ReturnType<typeof openProxy>>;
  readonly direct: string;
}

const ways = new WeakMap<object, Way>();

const throughProxy: Fault['place'] = async (environment) => {
  const direct = environment.TIPSTAFF_DATABASE_URL ?? '';
  const proxy = await openProxy(direct);
  const own = { ...environment, TIPSTAFF_DATABASE_URL: proxy.url };
  ways.set(own, { proxy, direct });
  return { environment: own, [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose]() };
};

/**
 * Alternates between three faults: connections stop responding, the server is read-only for a while, and the server
 * closes its connections.
 */
const failOver = async ({ environment }: Stage, round: number): Promise<void> => {
  const way = ways.get(environment);
  if (way === undefined) throw new Error('the service has no proxy before its database');
  await pause(randomInt(300, 800));
  if (round % 3 === 0) {
    way.proxy.swallow();
    return pause(5_000);
  }
  if (round % 3 === 1) return onServer(way.direct, () => [endOthers]);
  await onServer(way.direct, (name) => [`alter database ${name} set default_transaction_read_only = on`, endOthers]);
  await pause(1_000);
  await onServer(way.direct, (name) => [
    writable,
    `alter database ${name} reset default_transaction_read_only`,
    endOthers,
  ]);
};

const disks = new WeakMap<object, NonNullable<Awaited<ReturnType<typeof openDisk>>>>();

const onSmallDisk: Fault['place'] = async (environment) => {
  const disk = await openDisk();
  if (disk === undefined) throw new NotPossible('no small disk can be mounted here');
  const own = { ...environment, TIPSTAFF_DATA_DIR: `${disk.path}/data` };
  disks.set(own, disk);
  return { environment: own, [Symbol.asyncDispose]: () => disk[Symbol.asyncDispose]() };
};

const fillDisk = async ({ environment }: Stage): Promise<void> => {
  await pause(randomInt(300, 800));
  const empty = await disks.get(environment)?.fill();
  await pause(1_000);
  await empty?.();
};

const slowClients = 100;

/** Opens clients that send single bytes at intervals and read no response. */
const beSlow = async ({ urls, token, organization }: Stage): Promise<void> => {
  const { hostname, port } = new URL(urls[0] ?? '');
  const head = (line: string, more = '') =>
    `${line} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n${more}\r\n`;
  const list = head(`GET /api/v2/organizations/${organization}/policies?page[size]=100`);
  const upload = head(
    `POST /api/v2/organizations/${organization}/policies`,
    'content-type: application/vnd.api+json\r\ncontent-length: 100000\r\n',
  );
  const sockets = await Promise.all(
    Array.from({ length: slowClients }, async (_, number): Promise<Socket> => {
      const socket = connect(Number(port), hostname).pause();
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.write(number % 2 === 0 ? list.repeat(3) : upload);
      return socket;
    }),
  );
  for (let second = 0; second < 2; second += 1) {
    await pause(1_000);
    for (const socket of sockets) socket.write(' ');
  }
  for (const socket of sockets) socket.destroy();
};

export const faults: readonly Fault[] = [
  { name: 'kill -9', engines, instances: 1, strike: killOne },
  { name: 'kill -9 of one of three instances', engines: ['postgres'], instances: 3, strike: killOne },
  { name: 'failover', engines: ['postgres'], instances: 1, place: throughProxy, strike: failOver },
  { name: 'full disk', engines: ['sqlite'], instances: 1, place: onSmallDisk, strike: fillDisk },
  ...upgrades,
  { name: 'slow clients', engines, instances: 1, strike: beSlow },
];
