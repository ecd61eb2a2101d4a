// Requests of a program, which has the address of a service and a token.
import { checkAnswer } from './answer-check.ts';
import { ApiFailure, failed } from './failure.ts';
import { reasonOf } from './reason.ts';
import { placeElsewhere } from './redirects.ts';
import type { WireRequest } from './request.ts';
import type { Transport } from './transport.ts';

export interface TokenOptions {
  /** Address of the service, such as `https://tipstaff.example.com`, without a slash at the end. */
  readonly url: string;
  readonly token: string;
  /** Hosts beside that of the service from which downloads are taken. The token is never sent to them. */
  readonly contentHosts?: readonly string[];
  /** Is told of each wait that is longer than a second, since the service is busy. */
  readonly onWait?: (milliseconds: number) => void;
}

/** In milliseconds; for what takes bytes, the time to send them and to look at them comes on top. */
const [maxWait, maxUploadWait] = [30_000, 300_000];

/** In milliseconds. */
const maxBusyTime = 600_000;

/** Codes of errors of a connection that was there. */
const lossCodes: readonly unknown[] = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'];

const isLoss = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'TimeoutError' || lossCodes.includes(Reflect.get(Object(error.cause), 'code')));

/** More than the service stores in one piece, and than it answers. */
const maxAnswerBytes = 64 * 1024 ** 2;

type Body = NonNullable<Response['body']>;

/** The bytes of an answer up to a length that no service exceeds, whatever the server at the address sends. */
async function* bounded(url: string, body: Body, signal: WireRequest['signal']): AsyncGenerator<Uint8Array> {
  let size = 0;
  try {
    for await (const piece of body) {
      size += piece.length;
      if (size > maxAnswerBytes) throw failed('unusable', `An answer of ${url} is larger than 64 MiB.`);
      yield piece;
    }
  } catch (error) {
    if (signal?.aborted === true) throw signal.reason;
    throw error instanceof ApiFailure ? error : failed('lost', `${url} broke off its answer (${reasonOf(error)}).`);
  }
}

const withBound = (url: string, response: Response, signal: WireRequest['signal']): Response => {
  const { body, status, headers } = response;
  return body === null ? response : new Response(ReadableStream.from(bounded(url, body, signal)), { status, headers });
};

/** A link to an upload or a download is a credential of its own. */
const isLink = ({ address }: WireRequest): boolean => address.startsWith('/object/');

/** Redirects are not followed: the token stays with the service that it is for. */
async function fetchFrom(url: string, { address, body, headers, method, signal }: WireRequest): Promise<Response> {
  const timeout = AbortSignal.timeout(method === 'PUT' ? maxUploadWait : maxWait);
  try {
    const response = await fetch(url + address, {
      method,
      headers,
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(body !== undefined && { body }),
      ...(body instanceof ReadableStream && { duplex: 'half' }),
    });
    return withBound(url, response, signal);
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw failed(isLoss(error) ? 'lost' : 'unreachable', `${url} does not answer (${reasonOf(error)}).`);
  }
}

const redirects = [301, 302, 303, 307, 308];

/** The options; throws an `ApiFailure` for an address or a token with which no request can be sent. The message names no secret. */
export function usable(options: TokenOptions): TokenOptions {
  const address = URL.parse(options.url);
  if (!/^https?:$/.test(address?.protocol ?? '') || `${address?.username}${address?.password}` !== '')
    throw failed('unusable', 'The address of the service must begin with https:// or http://, and name no user.');
  if (/[^\x21-\x7e]/.test(options.token))
    throw failed('unusable', 'The token has a space, a line break, or another character that no token has.');
  return options;
}

export const tokenTransport = ({ url, token, contentHosts, onWait }: TokenOptions): Transport => ({
  name: url,
  patience: { busyTime: maxBusyTime, tries: 4, repeatsChanges: true, ...(onWait !== undefined && { onWait }) },
  check: (operation, document, needs) => checkAnswer(url, operation, { document, needs }),
  send: async (request) => {
    const headers = { ...request.headers, ...(!isLink(request) && { authorization: `Bearer ${token}` }) };
    const response = await fetchFrom(url, { ...request, headers });
    const location =
      request.isDownload === true && redirects.includes(response.status) && response.headers.get('location');
    if (typeof location !== 'string') return response;
    await response.body?.cancel();
    const { origin, pathname, search } = placeElsewhere(url + request.address, location, contentHosts);
    return fetchFrom(origin, { ...request, address: pathname + search });
  },
});
