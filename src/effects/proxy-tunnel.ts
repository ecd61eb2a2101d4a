// Tunnels through an HTTP proxy. The proxy support of Node.js is not used: it ignores abort signals until the tunnel is
// open, and it does not limit the size of the proxy's answer.
import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import type { Duplex } from 'node:stream';
import { errorCode } from '../lib/errors/error-code.ts';

/**
 * Thrown if the proxy did not open a tunnel. The code is `PROXY_` followed by the proxy's HTTP status or by the code of
 * the system's error, such as `PROXY_407` or `PROXY_ECONNREFUSED`.
 */
export class ProxyFailure extends Error {
  override readonly name = 'ProxyFailure';
  readonly code: string;
  constructor(reason: string | number) {
    const code = `PROXY_${reason}`;
    super(`the proxy of this service did not open a connection (${code})`);
    this.code = code;
  }
}

/**
 * Returns the header for basic authentication with the credentials in a URL. In the URL, characters may be
 * percent-encoded.
 */
const authorizationOf = ({ username, password }: URL): Readonly<Record<string, string>> => {
  if (username + password === '') return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` };
};

/**
 * Opens a tunnel to a host and port, such as `example.com:443`. Throws `ProxyFailure`, or an `AbortError` after the
 * signal was aborted.
 */
export async function openTunnel(proxy: string, target: string, signal: AbortSignal): Promise<Duplex> {
  const url = new URL(proxy);
  const headers = { host: target, ...authorizationOf(url) };
  // If the URL contained credentials, Node.js would also send them in an `Authorization` header.
  url.username = '';
  url.password = '';
  const { promise, resolve, reject } = Promise.withResolvers<Duplex>();
  const send = url.protocol === 'https:' ? overHttps : overHttp;
  const asked = send(url, { method: 'CONNECT', path: target, headers, agent: false, signal });
  asked.once('connect', ({ statusCode = 0 }, socket) => {
    if (statusCode === 200) return resolve(socket);
    socket.destroy();
    return reject(new ProxyFailure(statusCode));
  });
  asked.once('error', (error) => reject(signal.aborted ? error : new ProxyFailure(errorCode(error) || 'NO_ANSWER')));
  asked.once('close', () => reject(new ProxyFailure('NO_ANSWER')));
  asked.end();
  return await promise;
}
