// Loopback redirect URI (RFC 8252, section 7.3). A CLI command that has started a sign-in in the browser receives the
// result there.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { html } from '../lib/text/html.ts';

export interface Loopback extends AsyncDisposable {
  readonly redirectUri: string;
  /**
   * Waits for the first authorization response with this `state`, and returns its parameters. Throws the signal's
   * reason if the signal is aborted first.
   */
  readonly response: (state: string, signal: AbortSignal) => Promise<URLSearchParams>;
}

const defaultPort = 80;

/**
 * Listens on a loopback address of this machine. Port 0 selects any free port. Throws the operating system's error if
 * this fails.
 */
export async function openLoopback(wanted: URL): Promise<Loopback> {
  const answers = Promise.withResolvers<URLSearchParams>();
  let expected: string | undefined;
  const server = createServer((request, response) => {
    const parameters = expected === undefined ? undefined : responseIn(request, wanted.pathname, expected);
    answerPage(response, parameters !== undefined);
    if (parameters === undefined) return;
    expected = undefined;
    response.once('close', () => answers.resolve(parameters));
  });
  // `localhost` may resolve to several addresses. A browser tries all of them, so listening on one is enough.
  const host = wanted.hostname === '[::1]' ? '::1' : '127.0.0.1';
  server.listen({ host, port: wanted.port === '' ? defaultPort : Number(wanted.port) });
  await once(server, 'listening');
  const address = server.address();
  const redirectUri = new URL(wanted);
  if (typeof address === 'object') redirectUri.port = String(address?.port);
  return {
    redirectUri: redirectUri.href,
    response: (state, signal) => {
      expected = state;
      const aborted = once(signal, 'abort').then(() => Promise.reject(signal.reason));
      return Promise.race([answers.promise, signal.aborted ? Promise.reject(signal.reason) : aborted]);
    },
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * Returns the parameters of an authorization response with this `state`, or undefined if the request is not such a
 * response.
 */
function responseIn({ method, url = '' }: IncomingMessage, path: string, state: string): URLSearchParams | undefined {
  const { pathname, searchParams } = new URL(`http://localhost${url.startsWith('/') ? url : '/'}`);
  const isResponse = method === 'GET' && pathname === path && searchParams.get('state') === state;
  return isResponse ? searchParams : undefined;
}

function answerPage(response: ServerResponse, isTaken: boolean): void {
  const sentence = isTaken
    ? 'The identity provider has responded. You can close this page and return to the terminal.'
    : 'This page does not exist. Open the address that the terminal shows.';
  const page = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="robots" content="noindex"><title>Sign-in check · Tipstaff</title></head>
<body><p>${sentence}</p></body>
</html>
`;
  response.writeHead(isTaken ? 200 : 404, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  });
  response.end(page.toString());
}
