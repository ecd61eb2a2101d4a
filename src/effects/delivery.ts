// Delivers something to the machine of a receiver, and tells whether it was taken.
import { errorCode } from '../lib/errors/error-code.ts';
import { certificateReason, isCertificateError, isOfOtherName } from '../lib/errors/tls-errors.ts';
import { NoAnswer, RefusedAddress } from './outbound.ts';

/** Result of a delivery; a reason is a sentence without a secret and without the words of the receiver. */
export type DeliveryOutcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'timed-out'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** Limits of a delivery. */
export interface DeliveryLimits {
  /** Maximum time in ms for all of it. */
  readonly timeout: number;
  readonly signal: AbortSignal;
  /** CA certificates in PEM, which replace those that Node.js trusts; null for those of Node.js. */
  readonly authorities: string | null;
}

/** Thrown by a delivery if the receiver answers that it did not take it; the message is the reason. */
export class NotTaken extends Error {
  override readonly name = 'NotTaken';
}

/** Runs a delivery, whose signal also ends after its timeout. */
export async function deliver<Limits extends DeliveryLimits>(
  limits: Limits,
  send: (limits: Limits) => Promise<void>,
): Promise<DeliveryOutcome> {
  const signal = AbortSignal.any([limits.signal, AbortSignal.timeout(limits.timeout)]);
  try {
    await send({ ...limits, signal });
    return { kind: 'accepted' };
  } catch (error) {
    if (!signal.aborted) return { kind: 'failed', reason: reasonOf(error) };
    return { kind: 'timed-out', reason: `It did not take the records within ${limits.timeout / 1_000} s.` };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof NotTaken) return error.message;
  if (error instanceof RefusedAddress)
    return 'Its address is link-local or a metadata service, and Tipstaff does not connect to those.';
  if (error instanceof NoAnswer) return 'It closed the connection before its answer was whole.';
  if (error instanceof Error && isOfOtherName(error))
    return `Its certificate is for another name (${certificateReason(error)}).`;
  if (error instanceof Error && isCertificateError(error))
    return `Its certificate cannot be verified (${certificateReason(error)}); that of a private authority goes into ca-certificate.`;
  return `The connection failed (${errorCode(error) || 'it broke off'}).`;
}
