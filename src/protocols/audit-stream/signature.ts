// Signature of a batch that is sent over HTTPS. It covers the time, so that receivers can refuse replayed batches.
import { createHmac } from 'node:crypto';

/** Name of the signature header. */
export const signatureHeader = 'x-tipstaff-signature';

/** Returns `t=<seconds since 1970>,v1=<HMAC-SHA-256 of "<t>.<body>" in hexadecimal>`. */
export function batchSignature(secret: string, seconds: number, body: string): string {
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${mac}`;
}
