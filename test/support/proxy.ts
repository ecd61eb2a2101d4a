// A network between the service and its database, which can fail without a word.
import { EventEmitter, once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { type Readable, Transform, type Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { listen } from './listening.ts';

export interface Proxy extends AsyncDisposable {
  /** The address behind it, by way of it. */
  readonly url: string;
  /** From now on nothing comes through the connections that are open; those that are made later work. */
  readonly swallow: () => void;
  /** From now on each connection that is open breaks when the near side sends something; those that are made later work. */
  readonly breakAtUse: () => void;
  /** Resolves when the near side has sent something so many times more. */
  readonly sent: (times: number) => Promise<void>;
  /** From now on a message that contains this text gets through, and nothing comes back any more on its connection. */
  readonly loseAnswerTo: (text: string) => void;
  /** The next answer to a message that contains this text does not get through: its connection ends, as soon as there is one. */
  readonly endAtAnswerTo: (text: string) => void;
  /** From now on answers take so many milliseconds longer. */
  readonly delay: (milliseconds: number) => void;
  /** Number of messages sent after an answer had come, since the last call: what goes together counts once. */
  readonly roundTrips: () => number;
}

/** Brings answers later, in their order. */
const delayed = (delay: () => number, onAnswer: () => void): Transform =>
  new Transform({
    transform: async (bytes, _encoding, done) => {
      if (delay() > 0) await pause(delay());
      onAnswer();
      done(null, bytes);
    },
  });

/** Lets nothing through any more, and tells nobody. */
const cut = (from: Readable, to: Writable): void => {
  from.unpipe(to);
  from.resume();
};

/** Ends a connection when its far side answers. */
const endAtAnswer = (near: Socket, far: Socket, answers: Transform): void => {
  cut(answers, near);
  far.once('data', () => {
    for (const socket of [near, far]) socket.destroy();
  });
};

/** Opens a way to the server of an address. */
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
