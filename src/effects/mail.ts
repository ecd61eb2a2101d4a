// One mail over SMTP, and how that ended.
import type SmtpConnection from 'nodemailer/lib/smtp-connection';
import type { SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';
import { traced } from '../kernel/trace.ts';
import { certificateReason, isCertificateError, isOfOtherName } from '../lib/errors/tls-errors.ts';
import { connectTo, isLoopback, RefusedAddress } from './outbound.ts';
import { repliesIn } from './smtp-replies.ts';

/** The server that sends the mail, and how to sign in to it. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte, or by STARTTLS before anything else; `auto` for the first on port 465, else STARTTLS if offered. */
  readonly tls: 'auto' | 'starttls' | 'implicit';
  /** The certificates in PEM that alone are trusted; those of Node.js where it is null. */
  readonly authorities: string | null;
  /** The name of this client, in EHLO. */
  readonly clientName: string;
  /** A bare address. */
  readonly sender: string;
  readonly auth: 'none' | 'plain' | 'login';
  /** Both are looked at unless `auth` is `none`. */
  readonly username: string | null;
  readonly password: string | null;
}

/** A mail to one person, as text and as HTML. */
export interface Mail {
  /** A bare address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A mail with what makes it this one, however often it is sent: `<id@host>`, and milliseconds since 1970. */
export interface OutgoingMail extends Mail {
  readonly messageId: string;
  readonly writtenAt: number;
}

/** Step at which sending ended badly. */
export type MailStep =
  | 'address'
  | 'connection'
  | 'greeting'
  | 'encryption'
  | 'sign-in'
  | 'sender'
  | 'recipient'
  | 'message';

/** Steps before the first word of a mail is said: what fails there fails for every mail alike. */
export const connectionSteps: readonly MailStep[] = ['address', 'connection', 'greeting', 'encryption', 'sign-in'];

/** Result of sending. A reply is the server's own lines, without credentials, and empty when it said nothing. */
export type MailOutcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'credentials-refused'; readonly reply: string }
  | { readonly kind: 'timed-out'; readonly step: MailStep }
  /** The server will never take this mail, however often it is sent. */
  | ({ readonly kind: 'refused' } & Failure)
  | ({ readonly kind: 'failed' } & Failure);

interface Failure {
  readonly step: MailStep;
  readonly reply: string;
  /** A sentence of ours, where the server said nothing. */
  readonly reason?: string;
}

/** Maximum times in ms for the answers of a server. */
export interface MailTimeouts {
  /** Maximum silence of the server. */
  readonly silence: number;
  /** Maximum time until it is ready for a mail, and from then until it says that it has it. */
  readonly opening: number;
  readonly message: number;
}

/** Enough for somebody who waits for the answer. */
export const defaultTimeouts: MailTimeouts = { silence: 10_000, opening: 20_000, message: 20_000 };

/** A server may look into a mail for long before it says that it has it, and who no longer listens sends it again. */
export const longTimeouts: MailTimeouts = { silence: 120_000, opening: 20_000, message: 150_000 };

/** The port on which TLS begins with the first byte. */
const tlsPort = 465;
const maxReplyBytes = 65_536;

interface SmtpFailure extends Error {
  readonly code?: string | undefined;
  readonly originalCode?: string | undefined;
  readonly command?: string | undefined;
  readonly response?: string | undefined;
  readonly responseCode?: number | undefined;
  /** The extension that the server lacks, in a sentence. */
  readonly lack?: string;
}

/** A step that did not succeed, and why. */
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
  if (texts.some((text) => /[\r\n\0]/.test(text))) throw new RangeError('an address or a subject of several lines');
};

/** A mail as it goes over the wire, and between whom. */
interface SendResult {
  readonly envelope: { readonly from: string; readonly to: string[]; readonly size: number };
  readonly message: Buffer;
}

// The library is loaded for the first mail: most commands, and many services, send none.

/**
 * Writes the mail down, domains in the form that every server knows. Nothing in it is read from a file or from an
 * address.
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

const timedOut = (): SmtpFailure => Object.assign(new Error('all of it took too long'), { code: 'ETIMEDOUT' });

/** Does one step of the dialog; throws `Broken` when it fails, the connection breaks, or the time is over. */
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
  // A password goes over no wire in the clear.
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

/** True if the connection is encrypted from the first byte. */
export const isImplicit = ({ tls, port }: MailServer): boolean =>
  tls === 'implicit' || (tls === 'auto' && port === tlsPort);

const credentialsOf = ({ auth, username, password }: MailServer) => ({
  method: auth,
  user: username ?? '',
  pass: password ?? '',
  credentials: { user: username ?? '', pass: password ?? '' },
});

/** Goes through the dialog from the greeting to the server's word that it has the mail. */
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
  // Between steps nobody listens, and the next step finds the connection broken.
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

/** Throws `Broken` where the mail needs what the server has not offered in its answer to EHLO. */
function requireOffered(offered: string, { from, to, size }: SendResult['envelope']): void {
  const lacking = (step: MailStep, lack: string) => new Broken(step, Object.assign(new Error(lack), { lack }));
  const isOther = (address: string | undefined) => /[^\x20-\x7e]/.test(address ?? '');
  if (!/^250[ -]SMTPUTF8\b/im.test(offered) && (isOther(from) || to.some(isOther))) {
    throw lacking(
      isOther(from) ? 'sender' : 'recipient',
      'the server takes no address with letters beyond a to z (SMTPUTF8)',
    );
  }
  const max = Number(/^250[ -]SIZE (\d+)/im.exec(offered)?.[1] ?? 0);
  if (max > 0 && size > max) {
    throw lacking('message', `the mail has ${size} bytes, and the server takes ${max} (SIZE)`);
  }
}

/** Time in ms for a server to answer to QUIT. */
const leaveTime = 1_000;

function takeLeave(smtp: SmtpConnection): void {
  const closing = setTimeout(() => smtp.close(), leaveTime);
  smtp.once('end', () => clearTimeout(closing));
  smtp.quit();
}

/** True if an answer to credentials refuses them, and not the way in which they came. */
const refusesCredentials = (code: number): boolean => code > 504;

/** These ask for encryption or for credentials: what is wrong is the connection, and not the mail. */
const transportErrorCodes: readonly number[] = [530, 534, 535, 538];

/** True if a refusal means this mail, and for good (RFC 5321, 4.2.1). */
const isPermanent = (step: MailStep, code: number): boolean =>
  (step === 'recipient' || step === 'message') && code >= 500 && code <= 599 && !transportErrorCodes.includes(code);

const outcomeOf = ({ step, cause }: Broken, server: MailServer): MailOutcome => {
  const { code, originalCode, responseCode = 0, response = '', lack } = cause;
  if (code === 'ETIMEDOUT' || originalCode === 'ETIMEDOUT') return { kind: 'timed-out', step };
  const reply = repliesIn(response, server);
  if (step === 'sign-in' && refusesCredentials(responseCode)) return { kind: 'credentials-refused', reply };
  if (isPermanent(step, responseCode)) return { kind: 'refused', step, reply };
  // A sender is a setting: mails wait until it is another one.
  if (lack !== undefined) return { kind: step === 'sender' ? 'failed' : 'refused', step, reply, reason: lack };
  const reason = untrusted(cause);
  return { kind: 'failed', step, reply, ...(reason !== undefined && { reason }) };
};

function untrusted(cause: SmtpFailure): string | undefined {
  const error = { code: cause.originalCode ?? cause.code };
  if (isOfOtherName(error)) return `its certificate is for another name (${certificateReason(cause)})`;
  return isCertificateError(error)
    ? `its certificate cannot be verified (${certificateReason(cause)}); that of a private authority goes into ca-certificate`
    : undefined;
}

/** Sends one mail, and tells how that ended. Throws `RangeError` when an address or the subject has several lines. */
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
