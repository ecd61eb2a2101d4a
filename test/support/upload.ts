// Uploads that are large, slow or endless.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const piece = Buffer.alloc(65_536, 'x');
const frame = Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]);

/** Maximum time in ms that the server may take to close the connection after it has responded. */
const timeout = 10 * 60_000;

/**
 * Sends an endless chunked body. Returns the response and the number of bytes that were sent until the connection
 * closed.
 */
export const uploadEndlessly = async (url: string, path: string, token?: string) => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const received: Buffer[] = [];
  let isOpen = true;
  socket.on('data', (chunk: Buffer) => received.push(chunk));
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      isOpen = false;
      resolve();
    });
  });
  const authorization = token === undefined ? '' : `Authorization: Bearer ${token}\r\n`;
  const head = `PUT ${path} HTTP/1.1\r\nHost: localhost\r\n${authorization}Transfer-Encoding: chunked\r\n\r\n`;
  socket.write(head);
  const begun = performance.now();
  while (isOpen && performance.now() - begun < timeout) {
    if (!socket.write(frame)) await Promise.race([once(socket, 'drain').catch(() => undefined), closed, pause(100)]);
  }
  const wasCut = !isOpen;
  const taken = socket.bytesWritten - socket.writableLength;
  socket.destroy();
  await closed;
  return { answer: Buffer.concat(received).toString('utf8'), taken, wasCut };
};
