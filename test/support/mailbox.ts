// Real SMTP servers on this machine: one that takes mail, and others that behave badly.
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { listen, portOf } from './listening.ts';
import type { KeyPair } from './saml/certificate.ts';

/** A mail as it arrived. */
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
  /** Accepted mails, in the order of their acceptance. */
  readonly mails: readonly Received[];
  /** Number of clients that have connected. */
  readonly connections: () => number;
  /** Waits until nobody is connected. */
  readonly left: () => Promise<void>;
  /** Waits until what has been accepted is as it should be. */
  readonly until: (isThere: (mails: readonly Received[]) => boolean) => Promise<void>;
  /** Waits until so many mails have been accepted. */
  readonly received: (count: number) => Promise<void>;
}

export interface MailboxOptions {
  /** The accepted senders; all by default. */
  readonly credentials?: { readonly username: string; readonly password: string };
  readonly method?: 'PLAIN' | 'LOGIN';
  /** Offers STARTTLS, or with `isImplicit` speaks TLS from the first byte on. */
  readonly identity?: KeyPair;
  readonly isImplicit?: boolean;
  /** A free one by default. */
  readonly port?: number;
  /** Waited for before the word that a mail was accepted, or refused by throwing. */
  readonly beforeAccepting?: (mail: Received) => Promise<void> | void;
  /** Reply that refuses a reader's address: a code and a text; undefined takes it. */
  readonly refuses?: (address: string) => readonly [code: number, text: string] | undefined;
  /** Maximum number of connected clients: a further one is turned away. */
  readonly maxConnections?: number;
}

/** There is no such mailbox, and never will be. */
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

/** Opens a server that takes mail. */
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
  /** Lines that clients have sent. */
  readonly lines: readonly string[];
}

/** The line that stands for the connection itself. */
export const connected = '(connected)';

/** Reply of a server to a line that a client sent; undefined for none. */
export type Script = (line: string, socket: Socket) => string | undefined;

/** Opens a server that says what a script tells it to. */
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
