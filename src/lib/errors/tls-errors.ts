import { errorCode } from './error-code.ts';

const names =
  /^(ERR_TLS_CERT_|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED_CERT_|DEPTH_ZERO_SELF_SIGNED_CERT|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|HOSTNAME_MISMATCH)/;

/** A certificate that is not trusted, has expired, or is for another name, as Node.js and OpenSSL name it. */
export const isCertificateError = (error: unknown): boolean => names.test(errorCode(error));

/** A certificate that is sound, and for another name. */
export const isOfOtherName = (error: unknown): boolean => errorCode(error) === 'ERR_TLS_CERT_ALTNAME_INVALID';

/** The reason in the words of Node.js, without its advice on how to start it. */
export const certificateReason = ({ message }: Error): string => message.split(';')[0] ?? message;

/** PostgreSQL offers no encryption, as its driver says, which has no code for that. */
export const offersNoEncryption = (error: unknown): boolean =>
  error instanceof Error && error.message === 'The server does not support SSL connections';
