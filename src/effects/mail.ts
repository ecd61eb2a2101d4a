// Sends one mail over SMTP and reports the result.
import type SmtpConnection from 'nodemailer/lib/smtp-connection';
import type { SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';
import { traced } from '../kernel/trace.ts';
import { certificateReason, isCertificateError, isOfOtherName } from '../lib/errors/tls-errors.ts';
import { connectTo, isLoopback, RefusedAddress } from './outbound.ts';
import { repliesIn } from './smtp-replies.ts';

/** Settings of an SMTP server, including the credentials. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /**
   * `implicit` starts TLS with the first byte. `starttls` starts TLS with the STARTTLS command, before the sign-in.
   * `auto` means `implicit` on port 465. On other ports, it means STARTTLS if the server offers it.
   */
  readonly tls: 'auto' | 'starttls' | 'implicit';
  /** Trusted CA certificates in PEM, which replace the default CA certificates of Node.js. Null for the defaults. */
  readonly authorities: string | null;
  /** Host name that this client sends in EHLO. */
  readonly clientName: string;
  /** Sender address, without a display name. */
  readonly sender: string;
  readonly auth: 'none' | 'plain' | 'login';
  /** Username and password. Both are ignored if `auth` is `none`. */
  readonly username: string | null;
  readonly password: string | null;
}

/** Mail to one person. The content is given as text and as HTML. */
export interface Mail {
  /** Recipient address, without a display name. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * Mail with a message ID (`<id@host>`) and a date in milliseconds since 1970. Both stay the same in every attempt to
 * send it.
 */
export interface OutgoingMail extends Mail {
  readonly messageId: string;
  readonly writtenAt: number;
}

/** Step of the SMTP dialog in which sending a mail failed. */
export type MailStep =
  | 'address'
  | 'connection'
  | 'greeting'
  | 'encryption'
  | 'sign-in'
  | 'sender'
  | 'recipient'
  | 'message';

/** Steps before the mail itself is sent. A failure in one of these steps affects every mail to the server. */
export const connectionSteps: readonly MailStep[] = ['address', 'connection', 'greeting', 'encryption', 'sign-in'];

/**
 * Result of sending a mail. `reply` contains the server's reply lines without credentials, or is empty if the server
 * sent none.
 */
export type MailOutcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'credentials-refused'; readonly reply: string }
  | { readonly kind: 'timed-out'; readonly step: MailStep }
  /** The server will never accept this mail, so another attempt is useless. */
  | ({ readonly kind: 'refused' } & Failure)
  | ({ readonly kind: 'failed' } & Failure);

interface Failure {
  readonly step: MailStep;
  readonly reply: string;
  /** Reason as a sentence. Present if the server did not send a reply that explains the failure. */
  readonly reason?: string;
}

/** Time limits in ms for sending a mail to a server. */
export interface MailTimeouts {
  /** Maximum time without any answer from the server. */
  readonly silence: number;
  /**
   * Time limits for the two phases of sending. `opening` ends when the server is ready for a mail. `message` begins
   * then and ends when the server has accepted the mail.
   */
  readonly opening: number;
  readonly message: number;
}

/** Timeouts for mails that a user waits for. */
export const defaultTimeouts: MailTimeouts = { silence: 10_000, opening: 20_000, message: 20_000 };

/**
 * Timeouts for mail that is sent in the background. A server may check a mail for a long time before accepting it. If
 * the client stopped waiting too early, it would send the same mail twice.
 */
export const longTimeouts: MailTimeouts = { silence: 120_000, opening: 20_000, message: 150_000 };

/** Port for TLS from the first byte (SMTPS). */
const tlsPort = 465;
const maxReplyBytes = 65_536;

interface SmtpFailure extends Error {
  readonly code?: string | undefined;
  readonly originalCode?: string | undefined;
  readonly command?: string | undefined;
  readonly response?: string | undefined;
  readonly responseCode?: number | undefined;
  /** Sentence that names an SMTP extension which the server does not support. */
  readonly lack?: string;
}

/** Failure in a step of the SMTP dialog, with its cause. */
class Broken extends Error {
  override readonly name = 'Broken';
  readonly step: MailStep;
  override readonly cause: SmtpFailure;

  constructor(step: MailStep, cause: SmtpFailure) {
    super(`${step} failed`);
    this.step = step;
    this.cause = cause;
  }
}

const requireOneLine = (...texts: readonly string[]): void => {
  if (texts.some((text) => /[\r\n\0]/.test(text)))
    throw new RangeError('an address or the subject contains a line break');
};

/** Encoded message and its SMTP envelope. `size` is the size of the message in bytes. */
interface SendResult {
  readonly envelope: { readonly from: string; readonly to: string[]; readonly size: number };
  readonly message: Buffer;
}

// The nodemailer library is loaded with the first mail, because most commands and many services send none.

/**
 * Composes the message. Domain names are written in ASCII, which every server supports. Content is never read from a
 * file or a URL.
 */
const compose = async (
  sender: string,
  { to, subject, text, html, messageId, writtenAt }: OutgoingMail,
): Promise<SendResult> => {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const composed = new MailComposer({
    from: { name: '', address: sender },
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId,
    date: new Date(writtenAt),
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  const [message, { from, to: readers }] = [await composed.build(), composed.getEnvelope()];
  return { envelope: { from: from || sender, to: readers, size: message.length }, message };
};

type Callback = (error?: SmtpFailure | null) => void;

const timedOut = (): SmtpFailure => Object.assign(new Error('sending the mail took too long'), { code: 'ETIMEDOUT' });

/**
 * Performs one step of the SMTP dialog. Throws `Broken` if the step fails, the connection is lost or the deadline
 * passes.
 */
const during = async (
  { smtp, deadline }: { readonly smtp: SmtpConnection; readonly deadline: AbortSignal },
  step: MailStep,
  work: (done: Callback) => void,
): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const finish: Callback = (error) =>
    error == null ? resolve() : reject(new Broken(stepOf(smtp, step, error), error));
  const expire = () => finish(timedOut());
  smtp.once('error', finish);
  deadline.addEventListener('abort', expire, { once: true });
  if (deadline.aborted) expire();
  else work(finish);
  try {
    await promise;
  } finally {
    smtp.off('error', finish);
    deadline.removeEventListener('abort', expire);
  }
};

const stepsByCommand: Readonly<Record<string, MailStep>> = {
  STARTTLS: 'encryption',
  'MAIL FROM': 'sender',
  'RCPT TO': 'recipient',
};

const stepOf = (smtp: SmtpConnection, step: MailStep, { command = '' }: SmtpFailure): MailStep =>
  smtp.upgrading === true ? 'encryption' : (stepsByCommand[command] ?? step);

const optionsFor = (
  server: MailServer,
  isThisMachine: boolean,
  { silence, opening }: MailTimeouts,
): SMTPConnectionOptions => ({
  host: server.host,
  port: server.port,
  name: server.clientName,
  secure: isImplicit(server),
  // The password is never sent without encryption, except to this machine.
  requireTLS: !isImplicit(server) && (server.tls === 'starttls' || (server.auth !== 'none' && !isThisMachine)),
  greetingTimeout: Math.min(silence, opening),
  connectionTimeout: Math.min(silence, opening),
  socketTimeout: silence,
  socketCloseTimeout: 1_000,
  maxResponseSize: maxReplyBytes,
  tls: {
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    ...(server.authorities !== null && { ca: server.authorities }),
  },
});

/** Whether the connection is encrypted from the first byte. */
export const isImplicit = ({ tls, port }: MailServer): boolean =>
  tls === 'implicit' || (tls === 'auto' && port === tlsPort);

const credentialsOf = ({ auth, username, password }: MailServer) => ({
  method: auth,
  user: username ?? '',
  pass: password ?? '',
  credentials: { user: username ?? '', pass: password ?? '' },
});

/** Performs the whole SMTP dialog, from the greeting until the server has accepted the mail. */
const converse = async (server: MailServer, mail: OutgoingMail, timeouts: MailTimeouts): Promise<void> => {
  const { silence, opening } = timeouts;
  const { envelope, message } = await compose(server.sender, mail);
  const deadline = AbortSignal.timeout(opening);
  const socket = await connectTo(server.host, server.port, Math.min(silence, opening)).catch((error: SmtpFailure) => {
    throw new Broken(error instanceof RefusedAddress ? 'address' : 'connection', error);
  });
  const { default: Connection } = await import('nodemailer/lib/smtp-connection');
  const smtp = new Connection({
    ...optionsFor(server, isLoopback(socket.remoteAddress ?? ''), timeouts),
    connection: socket,
  });
  // Without this listener, an error between two steps would be unhandled. The next step detects that the connection was
  // lost.
  smtp.on('error', () => undefined);
  const toOpen = { smtp, deadline };
  try {
    await during(toOpen, 'greeting', (done) => smtp.connect(done));
    const offered = String(smtp.lastServerResponse);
    if (server.auth !== 'none') await during(toOpen, 'sign-in', (done) => smtp.login(credentialsOf(server), done));
    requireOffered(offered, envelope);
    const toSend = { smtp, deadline: AbortSignal.timeout(timeouts.message) };
    await during(toSend, 'message', (done) => smtp.send(envelope, message, done));
  } finally {
    takeLeave(smtp);
  }
};

/** Throws `Broken` if the mail needs an extension that the server did not offer in its answer to EHLO. */
function requireOffered(offered: string, { from, to, size }: SendResult['envelope']): void {
  const lacking = (step: MailStep, lack: string) => new Broken(step, Object.assign(new Error(lack), { lack }));
  const isOther = (address: string | undefined) => /[^\x20-\x7e]/.test(address ?? '');
  if (!/^250[ -]SMTPUTF8\b/im.test(offered) && (isOther(from) || to.some(isOther))) {
    throw lacking(
      isOther(from) ? 'sender' : 'recipient',
      'the server does not accept addresses with non-ASCII letters (SMTPUTF8)',
    );
  }
  const max = Number(/^250[ -]SIZE (\d+)/im.exec(offered)?.[1] ?? 0);
  if (max > 0 && size > max) {
    throw lacking('message', `the mail has ${size} bytes, and the server accepts at most ${max} (SIZE)`);
  }
}

/** Maximum time in ms to wait for the server's answer to QUIT. */
const leaveTime = 1_000;

function takeLeave(smtp: SmtpConnection): void {
  const closing = setTimeout(() => smtp.close(), leaveTime);
  smtp.once('end', () => clearTimeout(closing));
  smtp.quit();
}

/**
 * Whether a reply code to AUTH means that the server rejects the credentials. Codes up to 504 mean that it rejects the
 * authentication mechanism.
 */
const refusesCredentials = (code: number): boolean => code > 504;

/**
 * Reply codes with which a server requires encryption or authentication. They concern the connection and not the mail.
 */
const transportErrorCodes: readonly number[] = [530, 534, 535, 538];

/** Whether the server refuses this mail permanently (RFC 5321, 4.2.1). */
const isPermanent = (step: MailStep, code: number): boolean =>
  (step === 'recipient' || step === 'message') && code >= 500 && code <= 599 && !transportErrorCodes.includes(code);

const outcomeOf = ({ step, cause }: Broken, server: MailServer): MailOutcome => {
  const { code, originalCode, responseCode = 0, response = '', lack } = cause;
  if (code === 'ETIMEDOUT' || originalCode === 'ETIMEDOUT') return { kind: 'timed-out', step };
  const reply = repliesIn(response, server);
  if (step === 'sign-in' && refusesCredentials(responseCode)) return { kind: 'credentials-refused', reply };
  if (isPermanent(step, responseCode)) return { kind: 'refused', step, reply };
  // The sender address is a setting. So the mail is kept and sent after an administrator has corrected the setting.
  if (lack !== undefined) return { kind: step === 'sender' ? 'failed' : 'refused', step, reply, reason: lack };
  const reason = untrusted(cause);
  return { kind: 'failed', step, reply, ...(reason !== undefined && { reason }) };
};

function untrusted(cause: SmtpFailure): string | undefined {
  const error = { code: cause.originalCode ?? cause.code };
  if (isOfOtherName(error)) return `the certificate of the server is for another name (${certificateReason(cause)})`;
  return isCertificateError(error)
    ? `the certificate of the server cannot be verified (${certificateReason(cause)}). If a private authority issued this certificate, set ca-certificate to the certificate of that authority`
    : undefined;
}

/** Sends one mail and returns the result. Throws `RangeError` if an address or the subject contains a line break. */
export const sendMail = (
  server: MailServer,
  message: OutgoingMail,
  timeouts: MailTimeouts = defaultTimeouts,
): Promise<MailOutcome> => {
  const { host, port } = server;
  const attributes = { 'network.protocol.name': 'smtp', 'server.address': host, 'server.port': port };
  return traced('send mail', { kind: 'client', attributes }, async (span) => {
    const outcome = await sendNow(server, message, timeouts);
    if (outcome.kind !== 'accepted') span?.fail(outcome.kind);
    return outcome;
  });
};

const sendNow = async (server: MailServer, message: OutgoingMail, timeouts: MailTimeouts): Promise<MailOutcome> => {
  requireOneLine(server.sender, message.to, message.subject, message.messageId);
  try {
    await converse(server, message, timeouts);
    return { kind: 'accepted' };
  } catch (error) {
    if (error instanceof Broken) return outcomeOf(error, server);
    throw error;
  }
};
