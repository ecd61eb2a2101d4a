// Simulates services that are older than the command line.
import { createServer } from 'node:http';
import { listening } from './listening.ts';
import type { World } from './world.ts';

const without = (names: readonly string[], text: string): string =>
  text.startsWith('{')
    ? JSON.stringify(JSON.parse(text, (name, value) => (names.includes(name) ? undefined : value)))
    : text;

const kept = ['authorization', 'content-type', 'etag', 'if-match', 'idempotency-key', 'tfp-api-version'];

/**
 * Simulates a service that ignores the named members and omits them from responses and from its description. Requests
 * for the path `missing` are answered with 404.
 */
export const olderService = ({ url }: Pick<World, 'url'>, names: readonly string[], missing = '') =>
  listening(
    createServer(async (incoming, outgoing) => {
      if (incoming.url === missing) {
        outgoing.writeHead(404).end();
        return;
      }
      const headers = kept.flatMap((name): [string, string][] =>
        incoming.headers[name] === undefined ? [] : [[name, String(incoming.headers[name])]],
      );
      const body = Buffer.concat(await incoming.toArray()).toString('utf8');
      const content = body === '' ? {} : { body: without(names, body) };
      const answer = await fetch(url + incoming.url, { method: incoming.method ?? '', headers, ...content });
      outgoing.writeHead(
        answer.status,
        Object.fromEntries([...answer.headers].filter(([name]) => kept.includes(name))),
      );
      outgoing.end(without(names, await answer.text()));
    }),
  );
