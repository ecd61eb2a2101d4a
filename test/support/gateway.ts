// Proxy in front of a service. It calls a function before it forwards a request.
import { createServer, type IncomingMessage, request } from 'node:http';
import { type Listening, listening } from './listening.ts';

const lineOf = ({ method, url }: IncomingMessage): string => `${method} ${url}`;

/** Opens the proxy. `before` receives each request's method and path; if it throws, the connection is closed. */
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
