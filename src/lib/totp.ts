// One-time codes: time-based ones (RFC 6238), as every authenticator app makes them unless told otherwise, and counted ones.
import { HOTP, Secret, TOTP } from 'otpauth';

const form = { algorithm: 'SHA1', digits: 6, period: 30 };
const secretBytes = 20;
const codeForm = /^[0-9]{6}$/;
/** How many steps a clock may be ahead or behind. */
const skew = 1;

/** So many random bytes in base-32. */
export const randomBase32 = (bytes: number): string => new Secret({ size: bytes }).base32;

/** A new secret of 160 random bits, in base-32. */
export const newTotpSecret = (): string => randomBase32(secretBytes);

/** What an authenticator app reads, mostly as a QR code: the secret, and under which name to keep it. */
export const totpUri = (issuer: string, account: string, secret: string): string =>
  new TOTP({ ...form, issuer, label: account, secret }).toString();

/**
 * The time step that a code is of: the one at `now` (milliseconds since 1970), the one before, or the one after.
 * Undefined when it is a code of none of them.
 */
export const totpStep = (secret: string, code: string, now: number): number | undefined => {
  if (!codeForm.test(code)) return undefined;
  const options = { ...form, token: code, secret: Secret.fromBase32(secret), timestamp: now, window: skew };
  const delta = TOTP.validate(options);
  return delta === null ? undefined : TOTP.counter(options) + delta;
};

/** Whether a text could be a code at all. */
export const isCodeForm = (text: string): boolean => codeForm.test(text);

/** The code of a number (RFC 4226): a secret has another one for each. */
export const hotpCode = (secret: string, number: number): string =>
  HOTP.generate({ algorithm: form.algorithm, digits: form.digits, secret: Secret.fromBase32(secret), counter: number });
