// Measures the start time and the memory of the service.
import { requireSuccess, send } from './client.ts';
import type { Installation } from './installation.ts';
import { type PlainResult, type Spread, spreadOf } from './result.ts';
import { policyIdAt } from './seed.ts';
import { startServer, type Target } from './servers.ts';

const starts = 7;
const uploads = 20;
const megabyte = 1_048_576;

const once = (value: number): Spread => spreadOf([value]);

const secondsToStart = async (installation: Installation): Promise<number> => {
  const before = performance.now();
  await using _server = await startServer(installation);
  return (performance.now() - before) / 1_000;
};

/**
 * Measures the time from starting the process until its first response. The program is installed, and the database
 * exists.
 */
export const measureStart = async (installation: Installation): Promise<PlainResult> => {
  await secondsToStart(installation);
  const seconds: number[] = [];
  while (seconds.length < starts) seconds.push(await secondsToStart(installation));
  const { engine } = installation;
  return { kind: 'plain', name: startName, engine, unit: 's', value: spreadOf(seconds), goal: { max: 0.5 } };
};

/** Returns the peak memory of a server under load. */
export const measureMemory = async ({ engine }: Installation, server: Target): Promise<PlainResult> => {
  const { peak } = await server.usage();
  return { kind: 'plain', name: memoryName, engine, unit: 'MB', value: once(peak / megabyte), goal: { max: 200 } };
};

const upload = async (server: Target, index: number, body: Buffer): Promise<void> => {
  const exchange = { method: 'PUT', path: `/api/v2/policies/${policyIdAt(index)}/upload` } as const;
  await requireSuccess(await send(server, exchange, { body }), exchange);
};

/** Measures the peak memory of a new server during twenty parallel uploads of the maximum size. */
export const measureUploads = async (installation: Installation): Promise<PlainResult> => {
  await using server = await startServer(installation);
  const body = Buffer.alloc(10 * megabyte, '# a comment of a policy\n');
  await Promise.all(Array.from({ length: uploads }, (_, index) => upload(server, index + 1, body)));
  const { peak } = await server.usage();
  const { engine } = installation;
  return { kind: 'plain', name: uploadsName, engine, unit: 'MB', value: once(peak / megabyte), goal: { max: 250 } };
};

export const startName = 'start to first answer';
export const memoryName = 'memory: peak under load';
export const uploadsName = 'memory: peak in 20 uploads of 10 MiB at once';
