import type { Socket } from 'node:net';
import { Unavailable } from '../lib/errors/unavailable.ts';

const signals = new WeakMap<Socket, AbortSignal>();

/** Returns the signal of a connection. It is aborted when the connection closes. */
export function connectionSignal(socket: Socket): AbortSignal {
  const known = signals.get(socket);
  if (known !== undefined) return known;
  const controller = new AbortController();
  const end = (): void => controller.abort(new Unavailable('the client disconnected'));
  if (socket.destroyed) end();
  else socket.once('close', end);
  signals.set(socket, controller.signal);
  return controller.signal;
}
