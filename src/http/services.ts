// Objects of the HTTP layer that are created once per process.
import { service } from '../context.ts';
import { type ByteBudget, newByteBudget } from '../lib/concurrency/byte-budget.ts';
import { type MinimumRate, minimumRate } from '../lib/concurrency/minimum-rate.ts';
import { newIdempotencyStore } from '../runtime/state/idempotency-store.ts';
import { certificateFiles, openCertificate } from './certificate.ts';
import { newUnpacker } from './encoding.ts';

/** Stored responses to requests with an `Idempotency-Key`. */
export const idempotency = service(({ database, clock }) => newIdempotencyStore(database, clock));

/** The server's TLS certificate. Undefined if the server uses plain HTTP. */
export const serverCertificate = service((core) => {
  const files = certificateFiles(core.config);
  return files && core.use(openCertificate({ ...core, files }));
});

/** Limits for request and response bodies in transfer. */
export interface TransferLimits {
  readonly pace: MinimumRate;
  /** Limits the memory for incomplete request bodies and unsent responses. */
  readonly byteBudget: ByteBudget;
}

const maxUnpackedBytes = 32 * 1_048_576;

/** Decompresses static files for clients that accept no compression. */
export const unpacker = service(() => newUnpacker(maxUnpackedBytes));

export const transferLimits = service((): TransferLimits => ({ pace: minimumRate, byteBudget: newByteBudget() }));
