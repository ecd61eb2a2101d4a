// A way to a service that does something before it passes a request on.
import { createServer, type IncomingMessage, request } from 'node:http';
import { type Listening, listening } from './listening.ts';

const lineOf = ({ method, url }: IncomingMessage): string => `${method} ${url}`;

/** Calls `before` with the method and the path of each request, and passes it on afterwards; an error ends the connection. */
export const openGateway = (
  target: string,
  before: (line: string) => Promise<unknown> | undefined,
): Promise<Listening> =>
  listening(
    createServer(async (incoming, outgoing) => {
      try {
        await before(lineOf(incoming));
      } catch {
        incoming.destroy();
        return;
      }
      const { method, headers, url = '/' } = incoming;
      const passed = request(target + url, { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(outgoing);
      });
      incoming.pipe(passed);
    }),
  );
