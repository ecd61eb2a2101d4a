import { errorCode } from './error-code.ts';

const names =
  /^(ERR_TLS_CERT_|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED_CERT_|DEPTH_ZERO_SELF_SIGNED_CERT|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|HOSTNAME_MISMATCH)/;

/** Whether Node.js or OpenSSL reports that a certificate is untrusted, expired or issued for another name. */
export const isCertificateError = (error: unknown): boolean => names.test(errorCode(error));

/** Whether a certificate is valid but issued for another name. */
export const isOfOtherName = (error: unknown): boolean => errorCode(error) === 'ERR_TLS_CERT_ALTNAME_INVALID';

/** Returns the reason as Node.js words it, without its advice on command-line options. */
export const certificateReason = ({ message }: Error): string => message.split(';')[0] ?? message;

/** Whether PostgreSQL does not offer encryption. Its driver has no error code for that. */
export const offersNoEncryption = (error: unknown): boolean =>
  error instanceof Error && error.message === 'The server does not support SSL connections';
