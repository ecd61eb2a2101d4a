// Compares the cost of a route with the cost of the bare server, in several rounds.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Engine } from '../src/db/engine.ts';
import type { CapturedAnswer } from './bare-server.ts';
import { capture } from './client.ts';
import type { Exchange } from './exchange.ts';
import { atRate, backToBack, type Load } from './load.ts';
import { type Comparison, type RouteResult, spreadOf } from './result.ts';
import type { Row } from './rows.ts';
import { startBare, type Target } from './servers.ts';

const rounds = 5;
/**
 * Duration in seconds of the open loop and of the closed loop in a round. Multiplied by the row's rate, it gives the
 * number of requests.
 */
const openSeconds = 0.6;
const closedSeconds = 1;
/** Maximum duration of the warm-up in seconds. */
const warmUpSeconds = 30;

interface Pair {
  readonly server: Target;
  readonly other: Target;
}

interface Plan {
  readonly load: Load;
  readonly exchange: Exchange;
  readonly count: number;
}

interface Cost {
  /** CPU time per request in microseconds. */
  readonly cpu: number;
  readonly keptUp: boolean;
}

const costOf = async (target: Target, { load, exchange, count }: Plan): Promise<Cost> => {
  const before = await target.usage();
  const keptUp = await load(target, exchange, count);
  await wait(warmUpSeconds);
  const after = await target.usage();
  return { cpu: (after.cpu - before.cpu) / count / 1_000, keptUp };
};

const compareBy = async ({ server, other }: Pair, plan: Plan): Promise<Comparison> => {
  const costs: { server: Cost; other: Cost }[] = [];
  while (costs.length < rounds) costs.push({ server: await costOf(server, plan), other: await costOf(other, plan) });
  return {
    times: spreadOf(costs.map((cost) => cost.server.cpu / cost.other.cpu)),
    server: spreadOf(costs.map((cost) => cost.server.cpu)).median,
    other: spreadOf(costs.map((cost) => cost.other.cpu)).median,
    keptUp: costs.every((cost) => cost.server.keptUp && cost.other.keptUp),
  };
};

/** Warms up two servers and compares the cost of a row on them. */
export const comparePair = async (row: Row, engine: Engine, pair: Pair): Promise<RouteResult> => {
  const { name, rate, warmUp, goal } = row;
  const opened = { load: atRate(rate), exchange: row, count: Math.ceil(rate * openSeconds) };
  const closedLoop = { load: backToBack, exchange: row, count: rate * closedSeconds };
  for (const target of [pair.server, pair.other]) {
    await backToBack(target, row, warmUp);
    await costOf(target, opened);
  }
  const open = await compareBy(pair, opened);
  const closed = await compareBy(pair, closedLoop);
  return { kind: 'route', name, engine, rate, open, closed, goal };
};

const startSame = async (answer: CapturedAnswer, row: Row, token: string): Promise<Target> => {
  await using stack = new AsyncDisposableStack();
  const bare = stack.use(await startBare(answer, token));
  assert.deepEqual(await capture(bare, row), answer, 'the bare server sends different bytes');
  stack.move();
  return bare;
};

/**
 * Compares the cost of a row with a bare server that sends the same response. Also returns a digest of the response.
 */
export const compareWithBare = async (
  row: Row,
  engine: Engine,
  server: Target,
): Promise<{ result: RouteResult; digest: string }> => {
  const answer = await capture(server, row);
  await using other = await startSame(answer, row, server.token);
  const result = await comparePair(row, engine, { server, other });
  return { result, digest: createHash('sha256').update(answer.body).digest('hex') };
};
