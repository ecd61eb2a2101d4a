// The server's TLS certificate. It is read from two files, and read again when the files change.
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import type { Config } from '../config.ts';
import type { Log } from '../context.ts';
import { StartRefused } from '../lib/errors/start-refused.ts';
import { readersFault, writersFault } from '../lib/files/file-rights.ts';
import { readRegularFile } from '../lib/files/regular-file.ts';
import { repeat } from '../runtime/jobs/repeat.ts';

/**
 * Paths of two PEM files. `certificate` contains the certificate followed by its intermediate certificates, and `key`
 * contains the private key.
 */
interface CertificateFiles {
  readonly certificate: string;
  readonly key: string;
}

export interface Certificate {
  /** Options for `tls.createServer` and `setSecureContext`. */
  readonly secureContext: Readonly<SecureContextOptions>;
  readonly expiresAt: Date;
  /** Warning to log if every account of the machine can read the file with the private key. Absent otherwise. */
  readonly exposure?: string;
}

/** Certificate of a server. It can be replaced while the server is running. */
export interface ServerCertificate extends AsyncDisposable {
  readonly current: () => Certificate;
  /** Registers a function that is called with each new certificate. */
  readonly onChange: (apply: (certificate: Certificate) => void) => void;
}

const maxBytes = 1_024 ** 2;
const day = 86_400_000;
/**
 * Interval in ms at which the files are checked for changes. File system events are not used, because they do not cover
 * network drives and replaced symbolic links.
 */
const lookEvery = 10_000;
/** Remaining validity in ms below which a warning is shown. */
const renewBefore = 14 * day;

/** Returns the configured certificate files, or undefined if the server uses plain HTTP. */
export function certificateFiles({ tlsCertificate, tlsKey }: Config): CertificateFiles | undefined {
  return tlsCertificate === undefined || tlsKey === undefined
    ? undefined
    : { certificate: tlsCertificate, key: tlsKey };
}

/**
 * Reads a certificate and its private key. Throws `StartRefused` if one of them is unusable or if the key does not
 * match the certificate.
 */
export function readCertificate(files: CertificateFiles): Certificate {
  const [cert, key] = [pemIn('TIPSTAFF_TLS_CERTIFICATE', files.certificate), pemIn('TIPSTAFF_TLS_KEY', files.key)];
  const certificate = cert.parse((pem) => new X509Certificate(pem), 'the file contains no certificate in PEM format');
  const privateKey = key.parse(
    createPrivateKey,
    'the file contains no private key in PEM format, or a private key with a passphrase',
  );
  if (!certificate.checkPrivateKey(privateKey))
    throw key.refused(`the private key does not belong to the certificate in ${files.certificate}`);
  const secureContext = { cert: cert.pem, key: key.pem, minVersion: 'TLSv1.2' } as const;
  // Creating a secure context also checks the intermediate certificates and refuses weak keys.
  cert.parse(() => createSecureContext(secureContext), 'the certificate cannot be used');
  const writers = writersFault(files.key, key.stats);
  if (writers !== undefined) throw key.refused(writers);
  const readers = readersFault(files.key, key.stats);
  return {
    secureContext,
    expiresAt: certificate.validToDate,
    ...(readers !== undefined && { exposure: key.refused(readers).message }),
  };
}

function pemIn(variable: string, path: string) {
  const refused = (fault: string) => new StartRefused(`${variable} names ${path}: ${fault}.`);
  const file = readRegularFile(path, maxBytes);
  if ('fault' in file) throw refused(file.fault);
  const pem = file.bytes.toString('utf8');
  const parse = <Value>(read: (pem: string) => Value, fault: string): Value => {
    try {
      return read(pem);
    } catch (error) {
      throw refused(`${fault} (${error instanceof Error ? error.message : error})`);
    }
  };
  return { pem, refused, parse, stats: file.stats };
}

/** Whether a certificate expires so soon that it should be renewed. */
export const isEnding = (expiresAt: Date, now: number): boolean => expiresAt.getTime() - now < renewBefore;

interface Parts {
  readonly files: CertificateFiles;
  readonly log: Pick<Log, 'info' | 'error'>;
  readonly every?: number;
}

/**
 * Reads a certificate, and reads it again whenever certbot, a Kubernetes secret volume or another program changes its
 * files. If the new files are unusable, the current certificate stays in use. Throws `StartRefused` if the first read
 * fails.
 */
export function openCertificate({ files, log, every = lookEvery }: Parts): ServerCertificate {
  const appliers: ((certificate: Certificate) => void)[] = [];
  let current = readCertificate(files);
  let fault = { message: '', looks: 0 };
  const refresh = (): void => {
    const next = readCertificate(files);
    const before = current;
    current = next;
    fault = { message: '', looks: 0 };
    if (isSame(before, next)) return;
    for (const apply of appliers) apply(next);
    log.info({ expiresAt: next.expiresAt }, 'the certificate of the service was replaced');
  };
  const report = (error: unknown): void => {
    const reason = error instanceof Error ? error.message : String(error);
    fault = { message: reason, looks: fault.message === reason ? fault.looks + 1 : 1 };
    // An error is reported only if a second check confirms it, because certificate and key are replaced one after the
    // other.
    if (fault.looks === 2) log.error({ reason }, 'the new certificate cannot be used; the previous one stays in use');
  };
  const look = async (): Promise<void> => {
    try {
      refresh();
    } catch (error) {
      report(error);
    }
  };
  const looking = repeat({ every, first: 'after a rest' }, look);
  return {
    current: () => current,
    onChange: (apply) => void appliers.push(apply),
    [Symbol.asyncDispose]: () => looking[Symbol.asyncDispose](),
  };
}

const isSame = ({ secureContext: one }: Certificate, { secureContext: other }: Certificate): boolean =>
  one.cert === other.cert && one.key === other.key;
