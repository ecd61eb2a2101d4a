// A network between the service and its database, which can fail without a word.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface Proxy extends AsyncDisposable {
  /** The address behind it, by way of it. */
  readonly url: string;
  /** From now on nothing comes through the connections that are open; those that are made later work. */
  readonly swallow: () => void;
  /** From now on a message that contains this text gets through, and nothing comes back any more on its connection. */
  readonly loseAnswerTo: (text: string) => void;
}

/** Lets nothing through any more, and tells nobody. */
const cut = (from: Socket, to: Socket): void => {
  from.unpipe(to);
  from.resume();
};

/** Opens a way to the server of an address. */
export const openProxy = async (address: string): Promise<Proxy> => {
  const url = new URL(address);
  const target = { host: url.hostname, port: Number(url.port) };
  let unanswered: string | undefined;
  const ways: (readonly [near: Socket, far: Socket])[] = [];
  const server = createServer((near) => {
    const far = connect(target);
    ways.push([near, far]);
    for (const socket of [near, far]) socket.on('error', () => undefined);
    near.on('data', (bytes: Buffer) => {
      if (unanswered !== undefined && bytes.includes(unanswered)) cut(far, near);
    });
    near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const listening = server.address();
  url.host = `127.0.0.1:${typeof listening === 'object' ? listening?.port : 0}`;
  return {
    url: url.href,
    loseAnswerTo: (text) => {
      unanswered = text;
    },
    swallow: () => {
      for (const [near, far] of ways) {
        cut(near, far);
        cut(far, near);
      }
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of ways.flat()) socket.destroy();
      server.close();
    },
  };
};
