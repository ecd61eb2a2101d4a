import { get as getPlainly } from 'node:http';
import { get as getSecurely } from 'node:https';

const timeout = 2_000;

/**
 * Whether the service on this machine responds successfully at a URL. A certificate for another host name is accepted.
 */
export const isServiceAt = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const get = url.startsWith('https:') ? getSecurely : getPlainly;
    const options = { rejectUnauthorized: false, agent: false, signal: AbortSignal.timeout(timeout) };
    get(url, options, (answer) => {
      answer.resume();
      resolve(Math.floor((answer.statusCode ?? 0) / 100) === 2);
    }).on('error', () => resolve(false));
  });
