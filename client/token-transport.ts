// Transport for programs that authenticate with a token.
import { checkAnswer } from './answer-check.ts';
import { ApiFailure, failed } from './failure.ts';
import { reasonOf } from './reason.ts';
import { placeElsewhere } from './redirects.ts';
import type { WireRequest } from './request.ts';
import type { Transport } from './transport.ts';

export interface TokenOptions {
  /** Address of the service without a trailing slash, such as `https://tipstaff.example.com`. */
  readonly url: string;
  readonly token: string;
  /** Additional hosts from which downloads are accepted. The token is never sent to them. */
  readonly contentHosts?: readonly string[];
  /**
   * Called before each wait of more than one second for a busy service, with the duration of the wait in milliseconds.
   */
  readonly onWait?: (milliseconds: number) => void;
}

/**
 * Time limits in milliseconds of a request and of an upload. The limit of an upload includes the time to send and
 * process the content.
 */
const [maxWait, maxUploadWait] = [30_000, 300_000];

/** Maximum total time in milliseconds to retry a request while the service is busy. */
const maxBusyTime = 600_000;

/** Error codes that show that an established connection was lost. */
const lossCodes: readonly unknown[] = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'];

const isLoss = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'TimeoutError' || lossCodes.includes(Reflect.get(Object(error.cause), 'code')));

/** Maximum size of a response in bytes. It is larger than any file or document that the service returns. */
const maxAnswerBytes = 64 * 1024 ** 2;

type Body = NonNullable<Response['body']>;

/**
 * Yields the bytes of a response. Throws `ApiFailure` if the response exceeds the maximum size. The server may be
 * another product that sends any amount of data.
 */
async function* bounded(url: string, body: Body, signal: WireRequest['signal']): AsyncGenerator<Uint8Array> {
  let size = 0;
  try {
    for await (const piece of body) {
      size += piece.length;
      if (size > maxAnswerBytes) throw failed('unusable', `The response from ${url} is larger than 64 MiB.`);
      yield piece;
    }
  } catch (error) {
    if (signal?.aborted === true) throw signal.reason;
    throw error instanceof ApiFailure
      ? error
      : failed('lost', `${url} closed the connection during its response (${reasonOf(error)}).`);
  }
}

const withBound = (url: string, response: Response, signal: WireRequest['signal']): Response => {
  const { body, status, headers } = response;
  return body === null ? response : new Response(ReadableStream.from(bounded(url, body, signal)), { status, headers });
};

/** Whether the path belongs to an upload or download link. Such a link is itself a credential. */
const isLink = ({ address }: WireRequest): boolean => address.startsWith('/object/');

/** Sends a request without following redirects, so that the token is sent only to the service that it belongs to. */
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

/**
 * Returns the options unchanged. Throws `ApiFailure` if the address or the token cannot be used for requests. The
 * message contains neither of them.
 */
export function usable(options: TokenOptions): TokenOptions {
  const address = URL.parse(options.url);
  if (!/^https?:$/.test(address?.protocol ?? '') || `${address?.username}${address?.password}` !== '')
    throw failed(
      'unusable',
      'The address of the service must begin with https:// or http://, and must not contain a username or password.',
    );
  if (/[^\x21-\x7e]/.test(options.token))
    throw failed(
      'unusable',
      'The token contains a space, a line break, or another character that is not allowed in a token.',
    );
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
