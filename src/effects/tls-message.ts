// A message over TLS to a receiver without answers, such as one of syslog.
import { once } from 'node:events';
import { isIP } from 'node:net';
import { finished } from 'node:stream/promises';
import { connect as overTls, type TLSSocket } from 'node:tls';
import type { DeliveryLimits } from './delivery.ts';
import { connectTo, NoAnswer } from './outbound.ts';

/** Sends a text over a connection of its own, and returns when the receiver has ended it, too. */
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
  // Between two steps nobody listens, and the next step finds the connection broken.
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
