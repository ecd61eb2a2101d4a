// Starts test servers on free ports of 127.0.0.1.
import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import type { Server } from 'node:net';

/** Returns the port of a listening server. */
export const portOf = (server: Pick<Server, 'address'>): number => {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

/** Starts a server on a free port and returns the port. */
export const listen = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return portOf(server);
};

/** Listening server. Disposing of it closes the server and its connections. */
export interface Listening extends AsyncDisposable {
  readonly url: string;
}

/** Starts an HTTP server on a free port. */
export const listening = async (server: HttpServer): Promise<Listening> => ({
  url: `http://127.0.0.1:${await listen(server)}`,
  [Symbol.asyncDispose]: async () => {
    server.closeAllConnections();
    server.close();
  },
});
