import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { jsonApiType } from '../jsonapi/payload.ts';

/** What the parser's complaint is to the client; whatever is not listed is a bad request. */
const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Answers what is not HTTP, or never became a whole request, in the form of every other error; then hangs up. */
export const replyToInvalidRequest =
  (headers: Readonly<Record<string, string>>) =>
  ({ code = '' }: Error & { readonly code?: string }, socket: Socket): void => {
    if (code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const status = statuses[code] ?? 400;
    const reason = STATUS_CODES[status] ?? '';
    const error = { status: String(status), title: reason.toLowerCase(), detail: 'The request could not be read.' };
    const body = JSON.stringify({ errors: [error] });
    const fields = [
      `Content-Type: ${jsonApiType}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      'X-Content-Type-Options: nosniff',
      'Connection: close',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ];
    socket.end([`HTTP/1.1 ${status} ${reason}`, ...fields, '', body].join('\r\n'));
  };
