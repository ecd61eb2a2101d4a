// Test servers that receive the audit stream over HTTPS or syslog, with a self-signed certificate. Tests can change how
// a server handles a batch of audit records.
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

/** All tests in a file share one key pair, because generating it is slow. */
const identity = newServerKeyPair();

/** Batch of audit records that a receiver stored. */
export interface Received {
  readonly signature: string;
  readonly body: string;
}

/** Handles a batch of audit records. By default, the receiver stores the batch and responds with success. */
export type Behaviour = (request: IncomingMessage, response: ServerResponse, body: string) => unknown;

export interface Receiver extends AsyncDisposable {
  readonly port: number;
  readonly certificate: string;
  /** Stored batches, in order of arrival. */
  readonly stored: Received[];
  /** Sets how the next batches are handled; without an argument, restores the default. */
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
  /** Data of each connection that the client closed normally. */
  readonly stored: string[];
  /** Sets how connections are handled. The handler's second argument is the underlying TCP socket. */
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

/** Returns all lines that a receiver stored. */
export const linesOf = ({ stored }: Pick<Receiver, 'stored'>): readonly string[] =>
  stored.flatMap(({ body }) => body.split('\n').filter((line) => line !== ''));

/** Splits a byte stream into syslog messages, without their length prefixes. */
export const messagesIn = (bytes: string): readonly string[] => {
  const [, length = '', rest = ''] = /^(\d+) (.*)$/s.exec(bytes) ?? [];
  if (length === '') return [];
  const buffer = Buffer.from(rest);
  const size = Number(length);
  return [buffer.subarray(0, size).toString('utf8'), ...messagesIn(buffer.subarray(size).toString('utf8'))];
};

export const placesIn = (lines: readonly string[]): readonly number[] =>
  lines.map((line) => JSON.parse(line.slice(line.indexOf('{'))).sequence);

/** Returns the sequence numbers from `first` to `last`, inclusive. */
export const placesFrom = (first: number, last: number): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

export const verify = (lines: readonly string[], heads: Parameters<typeof verifyStream>[1] = {}) =>
  verifyStream(
    (async function* () {
      yield* lines;
    })(),
    heads,
  );

/** Enables the audit stream to a receiver. Returns a client that may change the settings. */
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

/** Seals pending audit records and runs the streaming job once. Returns whether the job ran. */
export const streamOnce = async ({ context }: Pick<World, 'context'>, timeout?: number): Promise<boolean> => {
  await sealWaiting(context);
  return runOnce(context, auditStreamJob(context, timeout));
};
