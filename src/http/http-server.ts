// HTTP server: addresses, connections and timeouts. A listener function handles the requests.
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { isIPv6, createServer as newTcpServer, type Server as TcpServer } from 'node:net';
import type { ServerCertificate } from './certificate.ts';
import { replyToInvalidRequest, requireHost } from './invalid-request.ts';

/** Maximum time in ms for receiving a whole request. */
const requestTimeout = 300_000;
/**
 * Time in ms after which the server closes an idle connection. It is longer than the idle timeout of common load
 * balancers, so that the server does not close a connection that a load balancer is about to use.
 */
const keepAliveTimeout = 72_000;

/** Maximum time in ms for a TLS handshake. */
const handshakeTimeout = 10_000;

/** Address on which the server listens. Port 0 selects any free port. */
interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

export interface HttpServer {
  readonly server: Server;
  /** Starts listening. Returns the URL, which contains the actual port. */
  readonly listen: (place: ListenAddress) => Promise<string>;
  /**
   * Stops accepting connections and closes idle ones. Waits until active connections have ended and all requests have
   * been handled, including those whose clients have disconnected.
   */
  readonly close: () => Promise<void>;
}

/** Handles a request. A returned promise is fulfilled when all work for the request is done. */
type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/**
 * Creates a server that does not listen yet. `headers` are sent with responses to invalid requests, which do not reach
 * `listener`. With a certificate, the server uses HTTPS.
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
  // RFC 9110 permits 417 for an unknown `Expect` header. This server ignores such a header instead.
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

/** Counts active requests. Creating a promise for each request would cost several times as much. */
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

// Node.js's own check of the Host header is off, because it responds without a body.
const options = { requestTimeout, keepAliveTimeout, requireHostHeader: false };

function newServer(serve: RequestListener, certificate: ServerCertificate | undefined): Server {
  if (certificate === undefined) return createServer(options, serve);
  const { secureContext } = certificate.current();
  const server = createSecureServer({ ...options, ...secureContext, handshakeTimeout }, serve);
  certificate.onChange((next) => server.setSecureContext(next.secureContext));
  return server;
}

/**
 * Sends 100 (Continue) only when the body is read. If a request is refused because of its length or credentials, the
 * client then does not send the body.
 */
function continueWhenRead(request: IncomingMessage, response: ServerResponse): void {
  const read = request._read;
  request._read = (size) => {
    request._read = read;
    if (!response.headersSent) response.writeContinue();
    request._read(size);
  };
}

const listenOn = async (server: TcpServer, place: ListenAddress): Promise<ListenAddress> => {
  server.listen(place);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP server has an address and a port');
  return { host: address.address, port: address.port };
};

/**
 * Listens on the other address of `localhost` as well, if its port is free. `localhost` has an IPv4 and an IPv6
 * address, and clients may try either first.
 */
const listenOnOtherAddresses = async (server: Server, { host, port }: ListenAddress): Promise<readonly TcpServer[]> => {
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

/** Closes a server. The promise is also fulfilled if the server was not listening. */
const closed = (server: TcpServer): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
  });
