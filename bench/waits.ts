// Measures the response times of requests that people wait for.
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
/** Percentile that is measured. One in a hundred responses is slower. */
const slowest = 0.99;

/** Sends a request and returns the response time in milliseconds. */
const timeOf = async (target: Target, exchange: Exchange, agent: Agent): Promise<number> => {
  const start = performance.now();
  await requireSuccess(await send(target, exchange, { agent }), exchange);
  return performance.now() - start;
};

/** Measures response times in milliseconds. Requests are sent one after another, and the first request is a warm-up. */
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

/** Reads a record repeatedly at a fixed rate. Returns the 99th percentile of the response times in milliseconds. */
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

/** Does the same as `percentileOf` while `work` runs repeatedly. */
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

/**
 * Returns the 99th percentile of the response times of reads during other work, as a multiple of the percentile without
 * other work.
 */
export const slowdownBeside = async (target: Target, work: () => Promise<unknown>): Promise<Spread> => {
  await percentileOf(target);
  const ratios: number[] = [];
  while (ratios.length < rounds) {
    const alone = await percentileOf(target);
    ratios.push((await percentileBeside(target, work)) / alone);
  }
  return spreadOf(ratios);
};

/** Measures how much slower reads of a single record become while all users are searched repeatedly. */
export const measureBesideSearches = async (engine: Engine, target: Target): Promise<PlainResult> => {
  const agent = new Agent({ keepAlive: true });
  const value = await slowdownBeside(target, () => timeOf(target, besideSearches.search, agent));
  agent.destroy();
  const { name, goal } = besideSearches;
  return { kind: 'plain', name, engine, unit: '×', value, goal };
};

/**
 * Returns the shortest of `count` response times in milliseconds, because other work on the machine can only make
 * responses slower.
 */
const leastOf = async (target: Target, exchange: Exchange, agent: Agent, count: number): Promise<number> => {
  const measured: number[] = [];
  while (measured.length < count) measured.push(await timeOf(target, exchange, agent));
  return Math.min(...measured);
};

/** Measures the time per module of a long list relative to that of a short list. */
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
