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

/** Refusal for each error code of the parser; a code that is not listed is a bad request. */
const refusals: Readonly<Record<string, Refused>> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: 'header-too-large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'request-timeout' },
};

type Fields = Readonly<Record<string, string>>;

/** Answers what is not HTTP, or never became a whole request, in the form of every other error; then hangs up. */
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

/** A client that speaks plain HTTP to a server with a certificate, say: it would not read an answer, which is encrypted. */
const isOfTls = (code: string): boolean => /^ERR_(SSL|TLS)_/.test(code);

/** Refuses requests without the Host field that HTTP/1.1 requires, or with several (RFC 9112, 3.2), in the same way; passes on all others. */
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
