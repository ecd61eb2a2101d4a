// An HTTP proxy that opens tunnels with CONNECT.
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import { listening } from './listening.ts';
import type { KeyPair } from './saml/certificate.ts';

export interface ConnectProxy extends AsyncDisposable {
  readonly url: string;
  /** Host and port of each requested tunnel. */
  readonly targets: readonly string[];
  /** Value of `Proxy-Authorization` in each request for a tunnel. */
  readonly credentials: readonly (string | undefined)[];
}

/**
 * Opens a proxy that connects to this machine for every host name, as if all names resolved to 127.0.0.1. With a key
 * pair, clients connect to the proxy itself over TLS.
 */
export async function openConnectProxy(keyPair?: KeyPair): Promise<ConnectProxy> {
  const targets: string[] = [];
  const credentials: (string | undefined)[] = [];
  const sockets = new Set<Socket>();
  const server =
    keyPair === undefined ? createServer() : createTlsServer({ key: keyPair.privateKey, cert: keyPair.certificate });
  server.on('connect', ({ url = '', headers }, near: Socket) => {
    targets.push(url);
    credentials.push(headers['proxy-authorization']);
    const far = connect(Number(url.split(':').at(-1)), '127.0.0.1', () => {
      near.write('HTTP/1.1 200 Connection established\r\n\r\n');
      near.pipe(far).pipe(near);
    });
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => near.destroy());
    }
  });
  const { url, ...opened } = await listening(server);
  return {
    url: keyPair === undefined ? url : url.replace('http:', 'https:'),
    targets,
    credentials,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await opened[Symbol.asyncDispose]();
    },
  };
}
