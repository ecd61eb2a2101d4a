import { errorCode } from './error-code.ts';

const names =
  /^(ERR_TLS_CERT_|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED_CERT_|DEPTH_ZERO_SELF_SIGNED_CERT|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|HOSTNAME_MISMATCH)/;

/**
 * Whether an error of Node.js or OpenSSL means that a certificate is untrusted, expired or issued for another host
 * name.
 */
export const isCertificateError = (error: unknown): boolean => names.test(errorCode(error));

/** Whether an error means that a certificate is valid but issued for another host name. */
export const isOfOtherName = (error: unknown): boolean => errorCode(error) === 'ERR_TLS_CERT_ALTNAME_INVALID';

/** Returns the message of a certificate error without the advice about command-line options that Node.js adds. */
export const certificateReason = ({ message }: Error): string => message.split(';')[0] ?? message;

/**
 * Whether an error means that the PostgreSQL server does not offer encryption. The error's text is compared, because
 * the driver has no error code for it.
 */
export const offersNoEncryption = (error: unknown): boolean =>
  error instanceof Error && error.message === 'The server does not support SSL connections';
