// Simulated SMTP servers on this machine: one that accepts mail, and others that misbehave.
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { listen, portOf } from './listening.ts';
import type { KeyPair } from './saml/certificate.ts';

/** Received mail. */
export interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly isEncrypted: boolean;
  readonly messageId: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly raw: string;
}

export interface Mailbox extends AsyncDisposable {
  readonly port: number;
  /** Accepted mails, in order of acceptance. */
  readonly mails: readonly Received[];
  /** Returns the number of connections that clients have opened so far. */
  readonly connections: () => number;
  /** Waits until no client is connected. */
  readonly left: () => Promise<void>;
  /** Waits until the accepted mails satisfy a condition. */
  readonly until: (isThere: (mails: readonly Received[]) => boolean) => Promise<void>;
  /** Waits until `count` mails have been accepted. */
  readonly received: (count: number) => Promise<void>;
}

export interface MailboxOptions {
  /** Credentials that clients must use. By default the server requires no authentication. */
  readonly credentials?: { readonly username: string; readonly password: string };
  readonly method?: 'PLAIN' | 'LOGIN';
  /** TLS certificate and key. The server offers STARTTLS, or uses TLS from the first byte if `isImplicit` is set. */
  readonly identity?: KeyPair;
  readonly isImplicit?: boolean;
  /** Port of the server; by default a free port. */
  readonly port?: number;
  /** Function that the server awaits before it confirms a mail. If the function throws, the server refuses the mail. */
  readonly beforeAccepting?: (mail: Received) => Promise<void> | void;
  /** Returns the SMTP code and text of the reply that refuses a recipient; undefined to accept the recipient. */
  readonly refuses?: (address: string) => readonly [code: number, text: string] | undefined;
  /** Maximum number of connected clients. The server rejects further clients. */
  readonly maxConnections?: number;
}

/** Refuses every recipient permanently, because the mailbox does not exist. */
export const nobody: NonNullable<MailboxOptions['refuses']> = (address) => [550, `5.1.1 <${address}> no such mailbox`];

const refusal = (responseCode: number, text: string): Error => Object.assign(new Error(text), { responseCode });

const receivedFrom = (email: Email, raw: string, isEncrypted: boolean): Received => ({
  from: email.from?.address ?? '',
  to: email.to?.flatMap(({ address }) => (address === undefined ? [] : [address])) ?? [],
  isEncrypted,
  messageId: email.messageId ?? '',
  subject: email.subject ?? '',
  text: email.text ?? '',
  html: email.html ?? '',
  raw,
});

const authOptions = ({ credentials, method = 'PLAIN' }: MailboxOptions): SMTPServerOptions => ({
  authOptional: credentials === undefined,
  authMethods: [method],
  allowInsecureAuth: true,
  onAuth: ({ username, password }, _session, answer) => {
    const isRight = username === credentials?.username && password === credentials?.password;
    if (isRight) answer(null, { user: username });
    else answer(refusal(535, '5.7.8 Authentication credentials invalid'));
  },
});

const tlsOptions = ({ identity, isImplicit = false }: MailboxOptions): SMTPServerOptions =>
  identity === undefined
    ? { hideSTARTTLS: true, disabledCommands: ['STARTTLS'] }
    : { cert: identity.certificate, key: identity.privateKey, secure: isImplicit };

/** Opens a server that accepts mail. */
export const openMailbox = async (options: MailboxOptions = {}): Promise<Mailbox> => {
  const mails: Received[] = [];
  const waiting = new Set<() => void>();
  const leaving = new Set<() => void>();
  let [connections, open] = [0, 0];
  const take = async (raw: string, isEncrypted: boolean): Promise<void> => {
    const mail = receivedFrom(await PostalMime.parse(raw), raw, isEncrypted);
    await options.beforeAccepting?.(mail);
    mails.push(mail);
    for (const look of waiting) look();
  };
  const server = new SMTPServer({
    ...authOptions(options),
    ...tlsOptions(options),
    logger: false,
    disableReverseLookup: true,
    onConnect: (_session, answer) => {
      connections += 1;
      open += 1;
      answer(open > (options.maxConnections ?? open) ? refusal(421, '4.7.0 Too many connections') : null);
    },
    onClose: () => {
      open -= 1;
      for (const look of leaving) look();
    },
    onRcptTo: ({ address }, _session, answer) => {
      const refused = options.refuses?.(address);
      answer(refused === undefined ? null : refusal(...refused));
    },
    onData: (stream, { secure }, answer) => {
      buffer(stream)
        .then((bytes) => take(bytes.toString('utf8'), secure))
        .then(() => answer(), answer);
    },
  });
  server.on('error', () => undefined);
  const listener = server.listen(options.port ?? 0, '127.0.0.1');
  await once(listener, 'listening');
  const when = (lookers: Set<() => void>, isSo: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = () => {
        if (!isSo()) return;
        lookers.delete(look);
        resolve();
      };
      lookers.add(look);
      look();
    });
  const until: Mailbox['until'] = (isThere) => when(waiting, () => isThere(mails));
  return {
    port: portOf(listener),
    mails,
    connections: () => connections,
    left: () => when(leaving, () => open === 0),
    until,
    received: (count) => until(({ length }) => length >= count),
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(resolve)),
  };
};

export interface Scripted extends AsyncDisposable {
  readonly port: number;
  /** Lines that clients have sent so far. */
  readonly lines: readonly string[];
}

/** Pseudo line that represents a new connection. */
export const connected = '(connected)';

/** Returns a server's reply to a client's line; undefined for no reply. */
export type Script = (line: string, socket: Socket) => string | undefined;

/** Opens a server whose replies come from the given function. */
export const openScripted = async (script: Script): Promise<Scripted> => {
  const lines: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const say = (line: string) => {
      const answer = script(line, socket);
      if (answer !== undefined) socket.write(`${answer}\r\n`);
    };
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      for (const line of bytes.toString('utf8').split('\r\n').slice(0, -1)) {
        lines.push(line);
        say(line);
      }
    });
    say(connected);
  });
  return {
    port: await listen(server),
    lines,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
};
