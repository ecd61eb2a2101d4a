// Sends lines of the audit stream to the machine of a receiver, and tells whether it took them.
import { once } from 'node:events';
import { isIP } from 'node:net';
import { finished } from 'node:stream/promises';
import { connect as overTls, type TLSSocket } from 'node:tls';
import { boundedChunks } from '../kernel/byte-source.ts';
import { errorCode } from '../lib/errors/error-code.ts';
import { certificateReason, isCertificateError, isOfOtherName } from '../lib/errors/tls-errors.ts';
import { batchSignature, signatureHeader } from '../protocols/audit-stream/signature.ts';
import { type SyslogMessage, syslogFrame } from '../protocols/audit-stream/syslog.ts';
import { connectTo, NoAnswer, RefusedAddress, sendRequest } from './outbound.ts';

interface Trust {
  /** The certificates in PEM that alone are trusted; those of Node.js where it is null. */
  readonly authorities: string | null;
}

interface HttpsReceiver extends Trust {
  readonly kind: 'https';
  readonly url: URL;
  /** Key of the signature of each batch. */
  readonly secret: string;
}

interface SyslogReceiver extends Trust {
  readonly kind: 'syslog-tls';
  readonly host: string;
  readonly port: number;
}

export type AuditReceiver = HttpsReceiver | SyslogReceiver;

/** Result of sending; a reason is a sentence without a secret and without the words of the receiver. */
export type ReceiverOutcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'timed-out'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** Facts about the service that sends. */
export interface Sender {
  readonly host: string;
  /** In ms since 1970. */
  readonly now: number;
  /** Maximum time in ms for all of it. */
  readonly timeout: number;
  readonly signal: AbortSignal;
}

const maxAnswerBytes = 65_536;

/** A status that is none of success. */
class Refused extends Error {
  override readonly name = 'Refused';
}

/** Sends a batch. Without lines it is a test: a signed request without a body, or the handshake of TLS. */
export async function sendAuditLines(
  receiver: AuditReceiver,
  lines: readonly SyslogMessage[],
  { signal: ending, ...sender }: Sender,
): Promise<ReceiverOutcome> {
  const signal = AbortSignal.any([ending, AbortSignal.timeout(sender.timeout)]);
  try {
    if (receiver.kind === 'https') await postLines(receiver, lines, { ...sender, signal });
    else await sendMessages(receiver, lines, { ...sender, signal });
    return { kind: 'accepted' };
  } catch (error) {
    if (!signal.aborted) return { kind: 'failed', reason: reasonOf(error) };
    return { kind: 'timed-out', reason: `It did not take the records within ${sender.timeout / 1_000} s.` };
  }
}

/** A batch is accepted by the whole answer with a status of success. */
async function postLines(
  { url, secret, authorities }: HttpsReceiver,
  lines: readonly SyslogMessage[],
  { now, signal }: Sender,
): Promise<void> {
  const body = lines.map(({ text }) => `${text}\n`).join('');
  const headers = {
    'content-type': 'application/x-ndjson',
    [signatureHeader]: batchSignature(secret, Math.floor(now / 1_000), body),
  };
  using answer = await sendRequest(url, { method: 'POST', headers, body, signal, authorities });
  const { status } = answer;
  if (status >= 300 && status < 400) throw new Refused(`It answered ${status}: redirects are not followed.`);
  if (status < 200 || status >= 300) throw new Refused(`It answered ${status}.`);
  const tooLong = (limit: number) => new Refused(`Its answer is longer than ${limit} bytes.`);
  for await (const _ of boundedChunks(answer, maxAnswerBytes, tooLong));
}

/**
 * Syslog has no acknowledgement. A receiver that answers to the end of the connection with its own has read everything before
 * it (RFC 5425, 4.4); one that is killed mostly breaks the connection off.
 */
async function sendMessages(
  { host, port, authorities }: SyslogReceiver,
  lines: readonly SyslogMessage[],
  { host: ownName, timeout, signal }: Sender,
): Promise<void> {
  const connection = await connectTo(host, port, timeout);
  const socket = overTls({
    socket: connection,
    servername: serverNameOf(host),
    host,
    minVersion: 'TLSv1.2',
    ...(authorities !== null && { ca: authorities }),
  });
  // Between two steps nobody listens, and the next step finds the connection broken.
  socket.on('error', () => undefined);
  const abort = () => socket.destroy(new NoAnswer('took too long'));
  signal.addEventListener('abort', abort, { once: true });
  try {
    await once(socket, 'secureConnect', { signal });
    await endWith(socket, lines.map((line) => syslogFrame(line, ownName)).join(''));
  } finally {
    signal.removeEventListener('abort', abort);
    socket.destroy();
    connection.destroy();
  }
}

/** Writes a text, ends the connection, and waits for the end of the other side. */
async function endWith(socket: TLSSocket, text: string): Promise<void> {
  const ended = finished(socket);
  // Bytes of the receiver are not read, and must not fill the buffer.
  socket.resume();
  socket.end(text);
  await ended;
}

/** Server names of TLS are no addresses (RFC 6066, 3). */
const serverNameOf = (host: string): string => (isIP(host) === 0 ? host : '');

function reasonOf(error: unknown): string {
  if (error instanceof Refused) return error.message;
  if (error instanceof RefusedAddress)
    return 'Its address is link-local or a metadata service, and Tipstaff does not connect to those.';
  if (error instanceof NoAnswer) return 'It closed the connection before its answer was whole.';
  if (error instanceof Error && isOfOtherName(error))
    return `Its certificate is for another name (${certificateReason(error)}).`;
  if (error instanceof Error && isCertificateError(error))
    return `Its certificate cannot be verified (${certificateReason(error)}); that of a private authority goes into ca-certificate.`;
  return `The connection failed (${errorCode(error) || 'it broke off'}).`;
}
