import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type RequestListener, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { jsonApiType } from '../jsonapi/payload.ts';
import type { ProblemCode } from '../jsonapi/problem-codes.ts';
import { requestIdOf } from './exchange.ts';

interface Refused {
  readonly status: number;
  readonly code: ProblemCode;
}

const badRequest: Refused = { status: 400, code: 'bad-request' };

/** Error responses by error code of the HTTP parser. All other codes result in 400. */
const refusals: Readonly<Record<string, Refused>> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: 'header-too-large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'request-timeout' },
};

type Fields = Readonly<Record<string, string>>;

/**
 * Responds to input that is not HTTP or not a complete request, and closes the connection. The response has the same
 * format as all other errors.
 */
export const replyToInvalidRequest =
  (headers: Fields) =>
  ({ code = '' }: Error & { readonly code?: string }, socket: Socket): void => {
    if (code === 'ECONNRESET' || isOfTls(code) || !socket.writable) {
      socket.destroy();
      return;
    }
    const refused = refusals[code] ?? badRequest;
    const { status } = refused;
    const { fields, body } = refusal(refused, 'The request could not be read.', {
      'X-Request-Id': randomUUID(),
      ...headers,
    });
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', body].join('\r\n'));
  };

/**
 * Whether the error comes from TLS, for example because the client uses plain HTTP. Such a client could not read an
 * encrypted response.
 */
const isOfTls = (code: string): boolean => /^ERR_(SSL|TLS)_/.test(code);

/**
 * Refuses HTTP/1.1 requests without exactly one Host header (RFC 9112, section 3.2). Passes all others to the listener.
 */
export const requireHost =
  (listener: RequestListener, headers: Fields): RequestListener =>
  (request, response) => {
    const fault = hostFault(request);
    if (fault === undefined) return listener(request, response);
    const { fields, body } = refusal(badRequest, fault, {
      'X-Request-Id': requestIdOf(request),
      ...headers,
    });
    response.writeHead(400, fields).end(body);
  };

function hostFault({ httpVersion, rawHeaders }: IncomingMessage): string | undefined {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1) return 'The request has several Host headers.';
  return hosts === 0 && httpVersion === '1.1' ? 'The request has no Host header.' : undefined;
}

const refusal = ({ status, code }: Refused, detail: string, headers: Fields) => {
  const error = { status: String(status), code, title: (STATUS_CODES[status] ?? '').toLowerCase(), detail };
  const body = JSON.stringify({ errors: [error] });
  const fields: Fields = {
    'Content-Type': jsonApiType,
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
    ...headers,
  };
  return { fields, body };
};
