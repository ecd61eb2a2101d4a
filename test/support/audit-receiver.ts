// Receivers of the audit stream, over HTTPS and syslog, with a certificate of their own. One does what it is set to do with
// each batch.
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { sealWaiting } from '../../src/domains/audit/verify.ts';
import { auditStreamJob } from '../../src/domains/instance/audit-stream/job.ts';
import { verifyStream } from '../../src/protocols/audit-stream/verify.ts';
import { runOnce } from '../../src/runtime/jobs/jobs.ts';
import { listen } from './listening.ts';
import { newServerKeyPair } from './saml/certificate.ts';
import { settingsClient } from './settings.ts';
import type { World } from './world.ts';

export const secret = 'a secret that the receiver knows';

/** One identity for all tests of a file: making a key takes a while. */
const identity = newServerKeyPair();

/** A batch that a receiver got. */
export interface Received {
  readonly signature: string;
  readonly body: string;
}

/** Answer of a receiver to a batch: it stores it and says so, unless it behaves in another way. */
export type Behaviour = (request: IncomingMessage, response: ServerResponse, body: string) => unknown;

export interface Receiver extends AsyncDisposable {
  readonly port: number;
  readonly certificate: string;
  /** Everything that it stored, batch by batch. */
  readonly stored: Received[];
  /** Behaves in another way from the next batch on; as a receiver should without one. */
  readonly behave: (behaviour?: Behaviour) => void;
}

export const openReceiver = async (keyPair = identity): Promise<Receiver> => {
  const stored: Received[] = [];
  const taking: Behaviour = (request, response, body) => {
    stored.push({ signature: String(request.headers['x-tipstaff-signature']), body });
    response.writeHead(204).end();
  };
  let behaviour = taking;
  const server = createServer({ key: keyPair.privateKey, cert: keyPair.certificate }, async (request, response) => {
    const present = behaviour;
    await present(request, response, await text(request));
  });
  return {
    port: await listen(server),
    certificate: keyPair.certificate,
    stored,
    behave: (next = taking) => (behaviour = next),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

type SyslogBehaviour = (socket: TLSSocket, connection: Socket) => unknown;

export interface SyslogDouble extends AsyncDisposable {
  readonly port: number;
  readonly certificate: string;
  /** Bytes of the connections that ended well. */
  readonly stored: string[];
  /** The second socket is that of TCP. */
  readonly behave: (behaviour?: SyslogBehaviour) => void;
}

const collect = (socket: TLSSocket, stored: string[]): void => {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('end', () => stored.push(Buffer.concat(chunks).toString('utf8')));
};

export const openSyslog = async (): Promise<SyslogDouble> => {
  const stored: string[] = [];
  const sockets = new Set<TLSSocket>();
  const taking = (socket: TLSSocket) => collect(socket, stored);
  let behaviour: SyslogBehaviour = taking;
  let connection = new Socket();
  const server = createTlsServer({ key: identity.privateKey, cert: identity.certificate }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    behaviour(socket, connection);
  });
  server.on('connection', (opened) => (connection = opened));
  server.on('tlsClientError', () => undefined);
  return {
    port: await listen(server),
    certificate: identity.certificate,
    stored,
    behave: (next = taking) => (behaviour = next),
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};

/** Lines that a receiver stored. */
export const linesOf = ({ stored }: Pick<Receiver, 'stored'>): readonly string[] =>
  stored.flatMap(({ body }) => body.split('\n').filter((line) => line !== ''));

/** Frames of syslog, without their lengths. */
export const messagesIn = (bytes: string): readonly string[] => {
  const [, length = '', rest = ''] = /^(\d+) (.*)$/s.exec(bytes) ?? [];
  if (length === '') return [];
  const buffer = Buffer.from(rest);
  const size = Number(length);
  return [buffer.subarray(0, size).toString('utf8'), ...messagesIn(buffer.subarray(size).toString('utf8'))];
};

export const placesIn = (lines: readonly string[]): readonly number[] =>
  lines.map((line) => JSON.parse(line.slice(line.indexOf('{'))).sequence);

/** Places from one to another. */
export const placesFrom = (first: number, last: number): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

export const verify = (lines: readonly string[], heads: Parameters<typeof verifyStream>[1] = {}) =>
  verifyStream(
    (async function* () {
      yield* lines;
    })(),
    heads,
  );

/** An administrator's way to the settings, with the stream to a receiver switched on. */
export const streamTo = async (world: World, receiver: Receiver, others: object = {}) => {
  const client = await settingsClient(world, 'audit-stream-settings');
  const url = `https://127.0.0.1:${receiver.port}/records`;
  const { status } = await client.patch({
    enabled: true,
    url,
    secret,
    'ca-certificate': receiver.certificate,
    ...others,
  });
  return { ...client, status };
};

/** Seals what waits and lets the job have its turn; gives whether it ran. */
export const streamOnce = async ({ context }: Pick<World, 'context'>, timeout?: number): Promise<boolean> => {
  await sealWaiting(context);
  return runOnce(context, auditStreamJob(context, timeout));
};
