// Runs a delivery to a receiver and reports whether the receiver accepted it.
import { errorCode } from '../lib/errors/error-code.ts';
import { certificateReason, isCertificateError, isOfOtherName } from '../lib/errors/tls-errors.ts';
import { NoAnswer, RefusedAddress } from './outbound.ts';
import { ProxyFailure } from './proxy-tunnel.ts';

/** Result of a delivery. A reason is a sentence that contains neither secrets nor text from the receiver. */
export type DeliveryOutcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'timed-out'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

export interface DeliveryLimits {
  /** Maximum time in ms for the whole delivery. */
  readonly timeout: number;
  readonly signal: AbortSignal;
  /** Trusted CA certificates in PEM, which replace the default CA certificates of Node.js. Null for the defaults. */
  readonly authorities: string | null;
}

/** Thrown if the receiver answers that it did not accept the content. The message of the error is the reason. */
export class NotTaken extends Error {
  override readonly name = 'NotTaken';
}

/**
 * Calls `send` and returns the result. The signal that `send` gets is aborted together with `limits.signal`, or after
 * the timeout.
 */
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
    return { kind: 'timed-out', reason: `The receiver did not accept the records within ${limits.timeout / 1_000} s.` };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof NotTaken) return error.message;
  if (error instanceof RefusedAddress)
    return 'The address of the receiver is link-local or belongs to a metadata service, and Tipstaff does not connect to such addresses.';
  if (error instanceof ProxyFailure) return `The receiver could not be reached: ${error.message}.`;
  if (error instanceof NoAnswer) return 'The receiver closed the connection before its response was complete.';
  if (error instanceof Error && isOfOtherName(error))
    return `The certificate of the receiver is for another name (${certificateReason(error)}).`;
  if (error instanceof Error && isCertificateError(error))
    return `The certificate of the receiver cannot be verified (${certificateReason(error)}). If a private authority issued this certificate, set ca-certificate to the certificate of that authority.`;
  return `The connection failed (${errorCode(error) || 'the connection was lost'}).`;
}
