// The two ways in which load is offered.
import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import autocannon from 'autocannon';
import { headersFor, requireSuccess, send } from './client.ts';
import type { Exchange } from './exchange.ts';
import type { Target } from './servers.ts';

/** Load: `count` requests, all of them answered well; answers whether the target kept up with what was offered. */
export type Load = (target: Target, exchange: Exchange, count: number) => Promise<boolean>;

const connections = 10;
/** Interval in ms between autocannon's checks of whether it has reached its amount. */
const endedWithin = 20;
/** Maximum delay in ms of the end of an open loop, in addition to a tenth of its time. */
const slack = 200;

const drained = async (target: Target, exchange: Exchange, agent: Agent): Promise<void> =>
  requireSuccess(await send(target, exchange, { agent }), exchange);

/** An open loop: `rate` requests a second, whatever the answers do. */
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
        // A failure is heard below, once everything is sent; until then it must not count as unheard.
        answer.catch(() => undefined);
        answers.push(answer);
      }
      await wait(1);
    }
    await Promise.all(answers);
    agent.destroy();
    return performance.now() - start < (count / rate) * 1_100 + slack;
  };

/** A closed loop: ten connections, each of which sends its next request as soon as the last is answered. */
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
    throw new Error(`${method} ${path}: of ${count}, ${result['2xx']} went well, ${non2xx} not, ${errors} broke off`);
  }
  return true;
};
