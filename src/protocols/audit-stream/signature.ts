// The signature of a batch over HTTPS. It covers the time, so that a batch that somebody recorded is refused later.
import { createHmac } from 'node:crypto';

/** Header field with the signature. */
export const signatureHeader = 'x-tipstaff-signature';

/** `t=<seconds since 1970>,v1=<HMAC-SHA-256 of "<t>.<body>" in hexadecimal>`. */
export function batchSignature(secret: string, seconds: number, body: string): string {
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${mac}`;
}
