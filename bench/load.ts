// Sends requests with two types of load, an open loop and a closed loop.
import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import autocannon from 'autocannon';
import { headersFor, requireSuccess, send } from './client.ts';
import type { Exchange } from './exchange.ts';
import type { Target } from './servers.ts';

/**
 * Sends `count` requests. All of them must succeed. Returns whether the target kept up with the rate at which requests
 * were sent.
 */
export type Load = (target: Target, exchange: Exchange, count: number) => Promise<boolean>;

const connections = 10;
/** Interval in ms at which autocannon checks whether it has sent enough requests. */
const endedWithin = 20;
/** Maximum delay in ms with which an open loop may end. A tenth of its duration is added. */
const slack = 200;

const drained = async (target: Target, exchange: Exchange, agent: Agent): Promise<void> =>
  requireSuccess(await send(target, exchange, { agent }), exchange);

/** Returns an open loop, a type of load that sends `rate` requests per second regardless of the response times. */
export const atRate =
  (rate: number): Load =>
  async (target, exchange, count) => {
    const agent = new Agent({ keepAlive: true });
    const answers: Promise<void>[] = [];
    const start = performance.now();
    while (answers.length < count) {
      const due = Math.min(count, Math.ceil(((performance.now() - start) / 1_000) * rate));
      while (answers.length < due) {
        const answer = drained(target, exchange, agent);
        // Errors are handled after all requests have been sent. This handler prevents that they count as unhandled
        // rejections before.
        answer.catch(() => undefined);
        answers.push(answer);
      }
      await wait(1);
    }
    await Promise.all(answers);
    agent.destroy();
    return performance.now() - start < (count / rate) * 1_100 + slack;
  };

/**
 * Closed loop, a type of load with ten connections. Each connection sends its next request when the previous response
 * has arrived.
 */
export const backToBack: Load = async (target, exchange, count) => {
  const { method, path, body } = exchange;
  const headers = headersFor(exchange, target);
  const result = await autocannon({
    url: `http://127.0.0.1:${target.port}`,
    connections: Math.min(connections, count),
    amount: count,
    sampleInt: endedWithin,
    requests: [
      {
        method,
        path,
        headers,
        ...(body !== undefined && { body: body(), setupRequest: (request) => ({ ...request, body: body() }) }),
      },
    ],
  });
  const { errors, timeouts, non2xx } = result;
  if (errors + timeouts + non2xx > 0 || result['2xx'] !== count) {
    throw new Error(
      `${method} ${path}: of ${count} requests ${result['2xx']} succeeded, ${non2xx} got an error status, and ${errors} were interrupted`,
    );
  }
  return true;
};
