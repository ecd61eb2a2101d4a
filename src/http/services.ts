// The services of the server.
import { service } from '../context.ts';
import { type ByteBudget, newByteBudget } from '../lib/concurrency/byte-budget.ts';
import { minPace, type Pace } from '../lib/concurrency/pace.ts';
import { newIdempotencyStore } from '../runtime/state/idempotency-store.ts';
import { certificateFiles, openCertificate } from './certificate.ts';
import { newUnpacker } from './encoding.ts';

/** Answers to requests with an Idempotency-Key. */
export const idempotency = service(({ database, clock }) => newIdempotencyStore(database, clock));

/** The certificate of the server; undefined where it speaks plain HTTP. */
export const serverCertificate = service((core) => {
  const files = certificateFiles(core.config);
  return files && core.use(openCertificate({ ...core, files }));
});

/** Limits of bodies and answers that are under way. */
export interface TransferLimits {
  readonly pace: Pace;
  /** Limits the bytes of unfinished bodies and unread answers in memory. */
  readonly byteBudget: ByteBudget;
}

const maxUnpackedBytes = 32 * 1_048_576;

/** Static files for clients that accept no compression. */
export const unpacker = service(() => newUnpacker(maxUnpackedBytes));

export const transferLimits = service((): TransferLimits => ({ pace: minPace, byteBudget: newByteBudget() }));
