// The HTTP server itself: addresses, connections, timeouts. What a request means is up to the listener.
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { isIPv6, createServer as newTcpServer, type Server as TcpServer } from 'node:net';
import type { ServerCertificate } from './certificate.ts';
import { replyToInvalidRequest, requireHost } from './invalid-request.ts';

/** Maximum time in ms that a whole request may take to arrive. */
const requestTimeout = 300_000;
/** Longer than load balancers keep an unused connection, so that this end does not close one that is about to be used. */
const keepAliveTimeout = 72_000;

/** Maximum time in ms of a TLS handshake. */
const handshakeTimeout = 10_000;

/** Address to listen on; port 0 is any free one. */
interface Place {
  readonly host: string;
  readonly port: number;
}

export interface HttpServer {
  readonly server: Server;
  /** Answers the address listened on as a URL, with the port that it got. */
  readonly listen: (place: Place) => Promise<string>;
  /**
   * Stops taking connections, closes the idle ones, and waits until those in use have ended, and the requests of clients that
   * have left.
   */
  readonly close: () => Promise<void>;
}

/** Serves a request; a promise is fulfilled when nothing of it goes on. */
type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/**
 * Makes a server that does not listen yet. `headers` are those of answers to what never gets to `listener`; with a certificate it
 * speaks https.
 */
export function newHttpServer(
  listener: Listener,
  headers: Readonly<Record<string, string>>,
  certificate?: ServerCertificate,
): HttpServer {
  const underWay = newCounter();
  const serve = requireHost(async (request, response) => {
    underWay.add(1);
    try {
      await listener(request, response);
    } finally {
      underWay.add(-1);
    }
  }, headers);
  const server = newServer(serve, certificate);
  server.on('clientError', replyToInvalidRequest(headers));
  // RFC 9110 allows 417 for an unknown expectation; this server answers as if there were none.
  server.on('checkExpectation', serve);
  server.on('checkContinue', (request, response) => {
    continueWhenRead(request, response);
    serve(request, response);
  });
  const others: TcpServer[] = [];
  return {
    server,
    listen: async ({ host, port }) => {
      const place = await listenOn(server, { host, port });
      if (host === 'localhost') others.push(...(await listenOnOtherAddresses(server, place)));
      return `${certificate === undefined ? 'http' : 'https'}://${isIPv6(place.host) ? `[${place.host}]` : place.host}:${place.port}`;
    },
    close: async () => {
      await Promise.all([server, ...others].map(closed));
      await underWay.empty();
    },
  };
}

/** Counts requests; a promise for each of them would cost several times as much. */
function newCounter() {
  let [count, notify] = [0, (): void => undefined];
  return {
    add: (by: 1 | -1): void => {
      count += by;
      if (count === 0) notify();
    },
    empty: (): Promise<void> =>
      new Promise((resolve) => {
        notify = resolve;
        if (count === 0) resolve();
      }),
  };
}

// Node's own check of the host answers without a body.
const options = { requestTimeout, keepAliveTimeout, requireHostHeader: false };

function newServer(serve: RequestListener, certificate: ServerCertificate | undefined): Server {
  if (certificate === undefined) return createServer(options, serve);
  const { secureContext } = certificate.current();
  const server = createSecureServer({ ...options, ...secureContext, handshakeTimeout }, serve);
  certificate.onChange((next) => server.setSecureContext(next.secureContext));
  return server;
}

/** Asks for the body only when it is read: one that is refused by its length, or by its sender, is never sent. */
function continueWhenRead(request: IncomingMessage, response: ServerResponse): void {
  const read = request._read;
  request._read = (size) => {
    request._read = read;
    if (!response.headersSent) response.writeContinue();
    request._read(size);
  };
}

const listenOn = async (server: TcpServer, place: Place): Promise<Place> => {
  server.listen(place);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP server has an address and a port');
  return { host: address.address, port: address.port };
};

/** `localhost` is an IPv4 and an IPv6 address, and clients try either first; the second one is used if it is free. */
const listenOnOtherAddresses = async (server: Server, { host, port }: Place): Promise<readonly TcpServer[]> => {
  const addresses = await lookup('localhost', { all: true }).catch(() => []);
  const others = addresses.filter(({ address }) => address !== host);
  const opened = await Promise.allSettled(
    others.map(async ({ address }) => {
      const other = newTcpServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket));
      await listenOn(other, { host: address, port });
      return other;
    }),
  );
  return opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
};

/** Fulfilled also where the server did not listen. */
const closed = (server: TcpServer): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
  });
