// A way to a service that does something before it passes a request on.
import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';

export interface Gateway extends AsyncDisposable {
  readonly url: string;
}

/** Opens a server on any free port; answers its address. */
export const listening = async (server: ReturnType<typeof createServer>): Promise<Gateway> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

const lineOf = ({ method, url }: IncomingMessage): string => `${method} ${url}`;

/** Calls `before` with the method and the path of each request, and passes it on afterwards; an error ends the connection. */
export const openGateway = (target: string, before: (line: string) => Promise<unknown> | undefined): Promise<Gateway> =>
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
