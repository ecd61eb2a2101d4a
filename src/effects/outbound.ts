// Connections to hosts that an administrator configured. Connections to link-local addresses and cloud metadata
// services are refused.
import { lookup } from 'node:dns';
import { type IncomingMessage, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { BlockList, connect, isIP, isIPv6, type LookupFunction, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { ByteSource } from '../kernel/byte-source.ts';
import { traced } from '../kernel/trace.ts';
import { isExcepted } from '../lib/network/no-proxy.ts';
import { openTunnel } from './proxy-tunnel.ts';

/** Thrown if connections to a host name or address are not allowed. */
export class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress';
}

/** Error for a connection attempt that timed out. It has the same code as the operating system's timeout error. */
class ConnectTimeout extends Error {
  override readonly name = 'ConnectTimeout';
  readonly code = 'ETIMEDOUT';
}

const refused = new BlockList();
refused.addSubnet('169.254.0.0', 16, 'ipv4');
refused.addSubnet('fe80::', 10, 'ipv6');
// Link-local addresses in the forms that IPv4/IPv6 translation uses.
refused.addSubnet('64:ff9b::a9fe:0', 112, 'ipv6');
refused.addSubnet('2002:a9fe::', 32, 'ipv6');
// Addresses of cloud metadata services that are not link-local: Amazon, Google, Oracle, Alibaba, Linode, Scaleway,
// Azure.
refused.addSubnet('fd00:ec2::', 32, 'ipv6');
refused.addAddress('fd20:ce::254', 'ipv6');
refused.addAddress('fd00:c1::a9fe:a9fe', 'ipv6');
refused.addAddress('192.0.0.192', 'ipv4');
refused.addAddress('fd00:100::100:200', 'ipv6');
refused.addAddress('100.100.100.200', 'ipv4');
refused.addAddress('fd00:a9fe:a9fe::1', 'ipv6');
refused.addAddress('fd00:42::42', 'ipv6');
refused.addAddress('168.63.129.16', 'ipv4');

// Networks that are not part of the public internet, and their IPv4 addresses in the form that IPv4/IPv6 translation
// uses.
const privateNetworks = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  privateNetworks.addSubnet(network, bits, 'ipv4');
  privateNetworks.addSubnet(`64:ff9b::${network}`, 96 + bits, 'ipv6');
}
for (const [network, bits] of [
  ['::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const)
  privateNetworks.addSubnet(network, bits, 'ipv6');

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

const isIn = (list: BlockList, address: string): boolean => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/** Whether connections to an address are always refused. */
const isRefusedAddress = (address: string): boolean => isIn(refused, address.split('%')[0] ?? '');

/** Whether an address is a loopback address. */
export const isLoopback = (address: string): boolean => isIn(loopback, address);

/**
 * Addresses to which connections are allowed: `public` for public addresses only, `own` for private networks as well.
 */
export type Reach = 'own' | 'public';

const isOutOfReach = (address: string, reach: Reach): boolean =>
  isRefusedAddress(address) || (reach === 'public' && isIn(privateNetworks, address.split('%')[0] ?? ''));

/** Throws `RefusedAddress` if the host is a refused IP address. Host names are checked when they are resolved. */
export const requireAllowedHost = (host: string, reach: Reach = 'own'): void => {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  if (isIP(bare) !== 0 && isOutOfReach(bare, reach)) throw new RefusedAddress(bare);
};

/**
 * Returns a DNS lookup function for connections. The function fails if any address of the name is refused. The
 * connection is opened to one of the checked addresses, without another lookup.
 */
const lookupWithin =
  (reach: Reach): LookupFunction =>
  (host, options, answer) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return answer(error, []);
      const bad = addresses.find(({ address }) => isOutOfReach(address, reach));
      if (bad !== undefined) return answer(new RefusedAddress(bad.address), []);
      if (options.all === true) return answer(null, addresses);
      const [first] = addresses;
      return answer(null, first?.address ?? '', first?.family);
    });
  };

const guardedLookup = lookupWithin('own');
const publicLookup = lookupWithin('public');

/** Maximum time in ms for this machine to resolve the name of a host that is reached through the proxy. */
const maxLookupTime = 2_000;

/**
 * Throws `RefusedAddress` if this machine resolves a name to a refused address. A name that this machine cannot resolve
 * is accepted, because in networks with a proxy often only the proxy can resolve names.
 */
async function requireAllowedName(host: string, reach: Reach): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  lookupWithin(reach)(host, { all: true }, (error) => (error instanceof RefusedAddress ? reject(error) : resolve()));
  await Promise.race([promise, delay(maxLookupTime, undefined, { ref: false })]);
}

/** Proxy that HTTPS requests use. */
export interface ProxyConfig {
  /** URL of the proxy. Absent if requests are sent directly. */
  readonly httpsProxy?: string;
  /** Hosts that are reached directly, as `exceptionIn` normalizes them. */
  readonly noProxy: readonly string[];
}

/**
 * Opens a tunnel through the proxy, or returns undefined for a direct connection. The address of the proxy itself is
 * not checked. The proxy resolves the name of the host again.
 */
async function tunnelFor(url: URL, { proxy, reach = 'own', signal }: OutboundRequest): Promise<Duplex | undefined> {
  const { httpsProxy, noProxy } = proxy;
  const { protocol, hostname } = url;
  const port = portOf(url);
  if (httpsProxy === undefined || protocol !== 'https:' || isExcepted(hostname, port, noProxy)) return undefined;
  if (!hostname.startsWith('[')) await requireAllowedName(hostname, reach);
  return openTunnel(httpsProxy, `${hostname}:${port}`, signal);
}

export interface OutboundRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly proxy: ProxyConfig;
  readonly reach?: Reach;
  /**
   * Trusted CA certificates in PEM, which replace the default CA certificates of Node.js. Null or absent for the
   * defaults.
   */
  readonly authorities?: string | null;
  /** Whether the request passes the trace context on, so that the receiver learns the trace ID. */
  readonly passesTraceOn?: boolean;
  readonly signal: AbortSignal;
}

/** Thrown if the server closed the connection without a readable response. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/**
 * Status and headers of a response, and its body as chunks. Reading the body throws `NoAnswer` if the connection is
 * lost.
 */
export interface OutboundResponse extends ByteSource, Disposable {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
}

/**
 * Sends a request and returns the response when its headers have arrived. The caller must dispose of the response.
 * Redirects are not followed: they are returned as responses. Throws `RefusedAddress`, `NoAnswer` or a system error.
 */
export function sendRequest(url: URL, request: OutboundRequest): Promise<OutboundResponse> {
  const { method, headers, passesTraceOn = false } = request;
  // The path is not recorded, because it may contain secrets.
  const attributes = { 'http.request.method': method, 'server.address': url.hostname, 'server.port': portOf(url) };
  return traced(method, { kind: 'client', attributes }, async (span) => {
    const own = span && passesTraceOn ? { traceparent: span.traceparent() } : {};
    const answer = await sendNow(url, { ...request, headers: { ...headers, ...own } });
    const { status } = answer;
    span?.set({ 'http.response.status_code': status });
    if (status >= 400) span?.fail(String(status));
    return answer;
  });
}

/** Returns the port of a URL, or the default port of its scheme. */
const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === 'https:' ? 443 : 80);

async function sendNow(url: URL, request: OutboundRequest): Promise<OutboundResponse> {
  const { method, headers, body, reach = 'own', authorities = null, signal } = request;
  requireAllowedHost(url.hostname, reach);
  const socket = await tunnelFor(url, request);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const send = url.protocol === 'https:' ? overHttps : overHttp;
  const lookup = reach === 'own' ? guardedLookup : publicLookup;
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const trusted = authorities === null ? {} : { ca: authorities };
  const connection = socket === undefined ? { lookup } : { socket };
  const options = { method, agent: false, headers: { ...headers, ...length }, signal, ...connection, ...trusted };
  const sent = send(url, options, resolve);
  sent.on('error', reject);
  // If the server switches to another protocol, the connection closes without a response and without an `error` event.
  sent.once('close', () => reject(new NoAnswer(url.host)));
  sent.end(body);
  return answerOf(await promise, signal);
}

function answerOf(message: IncomingMessage, signal: AbortSignal): OutboundResponse {
  const { statusCode: status = 0, headers } = message;
  const length = headers['content-length'];
  return {
    status,
    headers,
    length: length === undefined ? undefined : Number(length),
    chunks: wholeBody(message),
    signal,
    [Symbol.dispose]: () => void message.destroy(),
  };
}

async function* wholeBody(message: IncomingMessage): AsyncGenerator<Buffer> {
  yield* message;
  if (!message.complete) throw new NoAnswer('broke off');
}

/** Maximum time in ms to connect to one address before the next address of the host is tried. */
const perAddress = 2_000;

/**
 * Opens a TCP connection within `milliseconds`. Throws `RefusedAddress`, or an error with the system's code. The code
 * is `ETIMEDOUT` after a timeout.
 */
export const connectTo = async (host: string, port: number, milliseconds: number): Promise<Socket> => {
  requireAllowedHost(host);
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = connect({
    host,
    port,
    lookup: guardedLookup,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: perAddress,
  });
  const timer = setTimeout(() => reject(new ConnectTimeout(host)), milliseconds);
  socket.once('connect', () => resolve(socket));
  socket.once('error', reject);
  try {
    return await promise;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
    socket.off('error', reject);
  }
};
