// Sends a message over TLS to a receiver that does not answer, such as a syslog server.
import { once } from 'node:events';
import { isIP } from 'node:net';
import { finished } from 'node:stream/promises';
import { connect as overTls, type TLSSocket } from 'node:tls';
import type { DeliveryLimits } from './delivery.ts';
import { connectTo, NoAnswer } from './outbound.ts';

/** Sends a text over a new connection. Resolves when both sides have closed the connection. */
export async function sendOverTls(
  { host, port }: { readonly host: string; readonly port: number },
  text: string,
  { timeout, signal, authorities }: DeliveryLimits,
): Promise<void> {
  const connection = await connectTo(host, port, timeout);
  const socket = overTls({
    socket: connection,
    servername: serverNameOf(host),
    host,
    minVersion: 'TLSv1.2',
    ...(authorities !== null && { ca: authorities }),
  });
  // Without this listener, an error between two steps would be unhandled. The next step detects that the connection was
  // lost.
  socket.on('error', () => undefined);
  const abort = () => socket.destroy(new NoAnswer('took too long'));
  signal.addEventListener('abort', abort, { once: true });
  try {
    await once(socket, 'secureConnect', { signal });
    await endWith(socket, text);
  } finally {
    signal.removeEventListener('abort', abort);
    socket.destroy();
    connection.destroy();
  }
}

/** Writes a text and closes this side of the connection. Waits until the receiver has closed the other side. */
async function endWith(socket: TLSSocket, text: string): Promise<void> {
  const ended = finished(socket);
  // Bytes from the receiver are discarded, so that they do not fill the buffer.
  socket.resume();
  socket.end(text);
  await ended;
}

/** IP addresses are not allowed as TLS server names (RFC 6066, section 3). */
const serverNameOf = (host: string): string => (isIP(host) === 0 ? host : '');
