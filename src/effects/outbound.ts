// Connections to hosts that an administrator names: never to the machine's own link, nor to a cloud's metadata.
import { lookup } from 'node:dns';
import { type IncomingMessage, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { BlockList, connect, isIP, isIPv6, type LookupFunction, type Socket } from 'node:net';
import type { ByteSource } from '../kernel/byte-source.ts';
import { traced } from '../kernel/trace.ts';

/** A name or an address that leads where no connection is made to. */
export class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress';
}

/** A connection was not there in time; the system's own error for that has the same code. */
class ConnectTimeout extends Error {
  override readonly name = 'ConnectTimeout';
  readonly code = 'ETIMEDOUT';
}

const refused = new BlockList();
refused.addSubnet('169.254.0.0', 16, 'ipv4');
refused.addSubnet('fe80::', 10, 'ipv6');
// Addresses of the same link, as translators between the two families write them.
refused.addSubnet('64:ff9b::a9fe:0', 112, 'ipv6');
refused.addSubnet('2002:a9fe::', 32, 'ipv6');
// Metadata services outside the link: Amazon, Google, Oracle, Alibaba, Linode, Scaleway, Azure.
refused.addSubnet('fd00:ec2::', 32, 'ipv6');
refused.addAddress('fd20:ce::254', 'ipv6');
refused.addAddress('fd00:c1::a9fe:a9fe', 'ipv6');
refused.addAddress('192.0.0.192', 'ipv4');
refused.addAddress('fd00:100::100:200', 'ipv6');
refused.addAddress('100.100.100.200', 'ipv4');
refused.addAddress('fd00:a9fe:a9fe::1', 'ipv6');
refused.addAddress('fd00:42::42', 'ipv6');
refused.addAddress('168.63.129.16', 'ipv4');

// Networks that are not the public one; and what is written for translators into them.
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

/** True if an address is never connected to. */
const isRefusedAddress = (address: string): boolean => isIn(refused, address.split('%')[0] ?? '');

/** True if an address is this very machine. */
export const isLoopback = (address: string): boolean => isIn(loopback, address);

/** Which addresses are connected to: `own` are those of this machine's network too, `public` are not. */
export type Reach = 'own' | 'public';

const isOutOfReach = (address: string, reach: Reach): boolean =>
  isRefusedAddress(address) || (reach === 'public' && isIn(privateNetworks, address.split('%')[0] ?? ''));

/** Throws `RefusedAddress` for a host that is written as a refused address; names are looked at when they resolve. */
export const requireAllowedHost = (host: string, reach: Reach = 'own'): void => {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  if (isIP(bare) !== 0 && isOutOfReach(bare, reach)) throw new RefusedAddress(bare);
};

/**
 * Looks a name up for a connection that is about to be made, and fails when any of its addresses is refused. The
 * connection is made to what was looked at: the name is not looked up again.
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

/** Outgoing HTTP request. */
export interface OutboundRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly reach?: Reach;
  /** The certificates in PEM that alone are trusted; those of Node.js where there are none. */
  readonly authorities?: string | null;
  /** True if the receiver goes on with the present trace: it learns its identifier. */
  readonly passesTraceOn?: boolean;
  readonly signal: AbortSignal;
}

/** The other end closed the connection without an answer that can be read. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** The head of an answer, and its body; its chunks throw `NoAnswer` where it breaks off. */
export interface Answer extends ByteSource, Disposable {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
}

/**
 * Sends a request and gives the answer as soon as it begins; the caller disposes of it. Redirects are answers like any
 * other: nothing follows them. Throws `RefusedAddress`, `NoAnswer`, or the system's error.
 */
export function sendRequest(url: URL, request: OutboundRequest): Promise<Answer> {
  const { method, headers, passesTraceOn = false } = request;
  // The path may have secrets.
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

/** The port of a URL, which does not have that of its scheme. */
const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === 'https:' ? 443 : 80);

async function sendNow(url: URL, request: OutboundRequest): Promise<Answer> {
  const { method, headers, body, reach = 'own', authorities = null, signal } = request;
  requireAllowedHost(url.hostname, reach);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const send = url.protocol === 'https:' ? overHttps : overHttp;
  const lookup = reach === 'own' ? guardedLookup : publicLookup;
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const trusted = authorities === null ? {} : { ca: authorities };
  const options = { method, agent: false, headers: { ...headers, ...length }, lookup, signal, ...trusted };
  const sent = send(url, options, resolve);
  sent.on('error', reject);
  // A switch to another protocol closes the connection without an answer, and without an error.
  sent.once('close', () => reject(new NoAnswer(url.host)));
  sent.end(body);
  return answerOf(await promise, signal);
}

function answerOf(message: IncomingMessage, signal: AbortSignal): Answer {
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

/** Maximum time in ms for one of several addresses before the next one is tried. */
const perAddress = 2_000;

/** Opens a TCP connection. Throws `RefusedAddress`, or an error with the system's code, `ETIMEDOUT` when it is not there in time. */
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
