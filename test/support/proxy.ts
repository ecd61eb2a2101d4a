// TCP proxy between the service and its database. It simulates network failures.
import { EventEmitter, once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { type Readable, Transform, type Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { listen } from './listening.ts';

export interface Proxy extends AsyncDisposable {
  /** Database URL that connects through the proxy. */
  readonly url: string;
  /** Makes all open connections drop data in both directions without closing. Later connections work. */
  readonly swallow: () => void;
  /** Makes each open connection break at the client's next message. Later connections work. */
  readonly breakAtUse: () => void;
  /** Resolves after the client has sent the given number of further messages. */
  readonly sent: (times: number) => Promise<void>;
  /** Forwards messages that contain this text, but drops all later responses on the same connection. */
  readonly loseAnswerTo: (text: string) => void;
  /** Closes the connection instead of forwarding the response to the next message that contains this text. */
  readonly endAtAnswerTo: (text: string) => void;
  /** Delays all responses by the given number of milliseconds. */
  readonly delay: (milliseconds: number) => void;
  /**
   * Returns the number of round trips since the last call. Messages that are sent without waiting for a response count
   * as one round trip.
   */
  readonly roundTrips: () => number;
}

/** Returns a stream that delays responses without changing their order. */
const delayed = (delay: () => number, onAnswer: () => void): Transform =>
  new Transform({
    transform: async (bytes, _encoding, done) => {
      if (delay() > 0) await pause(delay());
      onAnswer();
      done(null, bytes);
    },
  });

/** Drops all further data in one direction without closing the connection. */
const cut = (from: Readable, to: Writable): void => {
  from.unpipe(to);
  from.resume();
};

/** Closes a connection when the server responds. */
const endAtAnswer = (near: Socket, far: Socket, answers: Transform): void => {
  cut(answers, near);
  far.once('data', () => {
    for (const socket of [near, far]) socket.destroy();
  });
};

/** Opens a proxy for the server in a database URL. */
export const openProxy = async (address: string): Promise<Proxy> => {
  const url = new URL(address);
  const target = { host: url.hostname, port: Number(url.port) };
  let unanswered: string | undefined;
  let ended: string | undefined;
  let [delay, roundTrips, isAnswered] = [0, 0, true];
  const ways: (readonly [near: Socket, far: Socket, answers: Transform])[] = [];
  const messages = new EventEmitter();
  const server = createServer((near) => {
    const far = connect(target);
    const answers = delayed(
      () => delay,
      () => {
        isAnswered = true;
      },
    );
    ways.push([near, far, answers]);
    for (const socket of [near, far]) socket.on('error', () => undefined);
    near.on('data', (bytes: Buffer) => {
      messages.emit('sent');
      if (isAnswered) roundTrips += 1;
      isAnswered = false;
      if (ended !== undefined && bytes.includes(ended)) {
        ended = undefined;
        endAtAnswer(near, far, answers);
      }
      if (unanswered !== undefined && bytes.includes(unanswered)) cut(answers, near);
    });
    near.pipe(far).pipe(answers).pipe(near);
  });
  url.host = `127.0.0.1:${await listen(server)}`;
  return {
    url: url.href,
    loseAnswerTo: (text) => {
      unanswered = text;
    },
    endAtAnswerTo: (text) => {
      ended = text;
    },
    delay: (milliseconds) => {
      delay = milliseconds;
    },
    roundTrips: () => {
      const counted = roundTrips;
      [roundTrips, isAnswered] = [0, true];
      return counted;
    },
    sent: async (times) => {
      for (let time = 0; time < times; time += 1) await once(messages, 'sent');
    },
    swallow: () => {
      for (const [near, far, answers] of ways) {
        cut(near, far);
        cut(answers, near);
      }
    },
    breakAtUse: () => {
      for (const [near, far] of ways)
        near.prependOnceListener('data', () => {
          for (const socket of [near, far]) socket.destroy();
        });
    },
    [Symbol.asyncDispose]: async () => {
      for (const stream of ways.flat()) stream.destroy();
      server.close();
    },
  };
};
