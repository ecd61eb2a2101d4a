// One-time codes: time-based (RFC 6238, with the defaults of authenticator apps) and counter-based (RFC 4226).
import { HOTP, Secret, TOTP } from 'otpauth';

const form = { algorithm: 'SHA1', digits: 6, period: 30 };
const secretBytes = 20;
const codeForm = /^[0-9]{6}$/;
/** Number of time steps by which the clock of an authenticator app may be ahead or behind. */
const skew = 1;

/** Random bytes in base32. */
export const randomBase32 = (bytes: number): string => new Secret({ size: bytes }).base32;

/** Creates a secret of 160 random bits in base32. */
export const newTotpSecret = (): string => randomBase32(secretBytes);

/** URI for authenticator apps with the secret and the account name, usually shown as a QR code. */
export const totpUri = (issuer: string, account: string, secret: string): string =>
  new TOTP({ ...form, issuer, label: account, secret }).toString();

/**
 * Returns the time step of a code: the step at `now` (milliseconds since 1970), the previous or the next one. Undefined
 * if the code matches none of them.
 */
export const totpStep = (secret: string, code: string, now: number): number | undefined => {
  if (!codeForm.test(code)) return undefined;
  const options = { ...form, token: code, secret: Secret.fromBase32(secret), timestamp: now, window: skew };
  const delta = TOTP.validate(options);
  return delta === null ? undefined : TOTP.counter(options) + delta;
};

/** Whether a text has the format of a code. */
export const isCodeForm = (text: string): boolean => codeForm.test(text);

/** Returns the code of a counter value (RFC 4226). */
export const hotpCode = (secret: string, number: number): string =>
  HOTP.generate({ algorithm: form.algorithm, digits: form.digits, secret: Secret.fromBase32(secret), counter: number });
