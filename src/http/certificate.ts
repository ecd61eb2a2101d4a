// The certificate of a server that speaks TLS: read from two files, and again when these change.
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import type { Config } from '../config.ts';
import type { Log } from '../context.ts';
import { StartRefused } from '../lib/errors/start-refused.ts';
import { readersFault, writersFault } from '../lib/files/file-rights.ts';
import { readRegularFile } from '../lib/files/regular-file.ts';
import { repeat } from '../runtime/jobs/repeat.ts';

/** Paths of a certificate, with those of its authorities after it, and of its private key; both are PEM. */
interface CertificateFiles {
  readonly certificate: string;
  readonly key: string;
}

export interface Certificate {
  /** For `tls.createServer`, and for its `setSecureContext`. */
  readonly secureContext: Readonly<SecureContextOptions>;
  readonly expiresAt: Date;
  /** A sentence, where every account can read the private key. */
  readonly exposure?: string;
}

/** The certificate of a server, which is replaced while it serves. */
export interface ServerCertificate extends AsyncDisposable {
  readonly current: () => Certificate;
  /** Calls back with each certificate that takes the place of the current one. */
  readonly onChange: (apply: (certificate: Certificate) => void) => void;
}

const maxBytes = 1_024 ** 2;
const day = 86_400_000;
/** Interval in ms between looks at the files. Events of a folder miss networks' disks and swapped links. */
const lookEvery = 10_000;
/** Time in ms before its end from which a certificate is warned of. */
const renewBefore = 14 * day;

/** The files that a server is configured with; undefined for plain HTTP. */
export function certificateFiles({ tlsCertificate, tlsKey }: Config): CertificateFiles | undefined {
  return tlsCertificate === undefined || tlsKey === undefined
    ? undefined
    : { certificate: tlsCertificate, key: tlsKey };
}

/** Reads a certificate with its key; throws `StartRefused` where they cannot be used, or not together. */
export function readCertificate(files: CertificateFiles): Certificate {
  const [cert, key] = [pemIn('TIPSTAFF_TLS_CERTIFICATE', files.certificate), pemIn('TIPSTAFF_TLS_KEY', files.key)];
  const certificate = cert.parse((pem) => new X509Certificate(pem), 'has no certificate in PEM');
  const privateKey = key.parse(createPrivateKey, 'has no private key in PEM, or one with a passphrase');
  if (!certificate.checkPrivateKey(privateKey))
    throw key.refused(`is not the key of the certificate in ${files.certificate}`);
  const secureContext = { cert: cert.pem, key: key.pem, minVersion: 'TLSv1.2' } as const;
  // The rest of a chain is read here alone, and a key that is too weak refused.
  cert.parse(() => createSecureContext(secureContext), 'cannot be used');
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
  const refused = (fault: string) => new StartRefused(`${variable} names ${path}, which ${fault}.`);
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

/** True of a certificate that should be renewed by now. */
export const isEnding = (expiresAt: Date, now: number): boolean => expiresAt.getTime() - now < renewBefore;

interface Parts {
  readonly files: CertificateFiles;
  readonly log: Log;
  readonly every?: number;
}

/**
 * Reads a certificate, and again whenever its files change, as by certbot, or by Kubernetes through links. Files that cannot be
 * used leave the current one in place. Throws `StartRefused`.
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
    // Certificate and key are replaced one after the other.
    if (fault.looks === 2) log.error({ reason }, 'the new certificate cannot be used; the one before is served');
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
