// Measures response times of requests for which they matter.
import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Engine } from '../src/db/engine.ts';
import { requireSuccess, send } from './client.ts';
import type { Exchange } from './exchange.ts';
import { type PlainResult, type Spread, spreadOf } from './result.ts';
import { besideSearches, linearity, type Wait } from './rows.ts';
import type { Target } from './servers.ts';

const rounds = 5;
const warmUps = 20;
/** Percentile of the slowest responses: one in a hundred is slower. */
const slowest = 0.99;

/** Returns a response time in milliseconds. */
const timeOf = async (target: Target, exchange: Exchange, agent: Agent): Promise<number> => {
  const start = performance.now();
  await requireSuccess(await send(target, exchange, { agent }), exchange);
  return performance.now() - start;
};

/** Measures response times in milliseconds, one request after the other. The first request is a warm-up. */
export const measureWait = async (
  { name, exchange, times, goal }: Wait,
  engine: Engine,
  target: Target,
): Promise<PlainResult> => {
  const agent = new Agent({ keepAlive: true });
  await timeOf(target, exchange, agent);
  const measured: number[] = [];
  while (measured.length < times) measured.push(await timeOf(target, exchange, agent));
  agent.destroy();
  return { kind: 'plain', name, engine, unit: 'ms', value: spreadOf(measured), goal };
};

/** Returns the 99th percentile of the response times of reads at a fixed rate, in milliseconds. */
const percentileOf = async (target: Target): Promise<number> => {
  const { read, rate, count } = besideSearches;
  const agent = new Agent({ keepAlive: true });
  const start = performance.now();
  const times: Promise<number>[] = [];
  while (times.length < count) {
    const due = Math.min(count, Math.ceil(((performance.now() - start) / 1_000) * rate));
    while (times.length < due) times.push(timeOf(target, read, agent));
    await wait(1);
  }
  const sorted = (await Promise.all(times)).toSorted((one, other) => one - other);
  agent.destroy();
  return sorted[Math.floor(sorted.length * slowest)] ?? Number.NaN;
};

/** Like `percentileOf`, while `work` runs repeatedly. */
const percentileBeside = async (target: Target, work: () => Promise<unknown>): Promise<number> => {
  const ending = new AbortController();
  const working = (async () => {
    while (!ending.signal.aborted) await work();
  })();
  const percentile = await percentileOf(target);
  ending.abort();
  await working;
  return percentile;
};

/** Returns the 99th percentile of reads during other work, relative to the percentile without it. */
export const slowdownBeside = async (target: Target, work: () => Promise<unknown>): Promise<Spread> => {
  await percentileOf(target);
  const ratios: number[] = [];
  while (ratios.length < rounds) {
    const alone = await percentileOf(target);
    ratios.push((await percentileBeside(target, work)) / alone);
  }
  return spreadOf(ratios);
};

/** Measures the slowdown of single reads while all users are searched repeatedly. */
export const measureBesideSearches = async (engine: Engine, target: Target): Promise<PlainResult> => {
  const agent = new Agent({ keepAlive: true });
  const value = await slowdownBeside(target, () => timeOf(target, besideSearches.search, agent));
  agent.destroy();
  const { name, goal } = besideSearches;
  return { kind: 'plain', name, engine, unit: '×', value, goal };
};

/**
 * Returns the shortest of several response times in milliseconds. Other work on the machine can only make responses
 * slower.
 */
const leastOf = async (target: Target, exchange: Exchange, agent: Agent, count: number): Promise<number> => {
  const measured: number[] = [];
  while (measured.length < count) measured.push(await timeOf(target, exchange, agent));
  return Math.min(...measured);
};

/** Measures the time per module of a long list, relative to a short list. */
export const measureLinearity = async (engine: Engine, target: Target): Promise<PlainResult> => {
  const { name, short, long, times, goal } = linearity;
  const agent = new Agent({ keepAlive: true });
  await leastOf(target, short, agent, warmUps);
  await leastOf(target, long, agent, warmUps);
  const ratios: number[] = [];
  while (ratios.length < rounds) {
    const least = await leastOf(target, short, agent, times);
    ratios.push((await leastOf(target, long, agent, times)) / (least * times));
  }
  agent.destroy();
  return { kind: 'plain', name, engine, unit: '×', value: spreadOf(ratios), goal };
};
