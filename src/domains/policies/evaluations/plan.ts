// Accepts and stores the plan of an evaluation. The stored plan is compressed, and encrypted because plans contain
// secrets in plain text.
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { DocumentInPieces } from '../../../effects/policy-engine/frames.ts';
import { NotUtf16, utf8Pieces } from '../../../effects/policy-engine/plan-document.ts';
import { bytesOf, spool } from '../../../effects/spool.ts';
import { attributeProblem, bodyTooLarge, invalid, payloadTooLarge } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { type ByteSource, boundedChunks } from '../../../kernel/byte-source.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { currentSpan } from '../../../kernel/trace.ts';
import { Busy } from '../../../lib/errors/unavailable.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { generalSettings } from '../../instance/index.ts';
import { sealedPieces, unpackedPieces } from '../sealed-pieces.ts';
import { planIntake } from '../services.ts';
import { lockEvaluation } from './evaluations.ts';
import { chunkAt, chunkPlace, type EvaluationRow, insertChunk, updateEvaluation } from './store.ts';
import { waitingEvaluations } from './waiting-queries.ts';

const mebibyte = 1_048_576;

/**
 * Maximum number of plans per organization that wait for evaluation. Further uploads are rejected until the number
 * falls.
 */
const maxWaiting = 100;

/**
 * Uploads the plan of an evaluation. 413 if the plan exceeds the maximum size in the settings; 422 if the evaluation
 * already has another plan or is not pending. Uploading the same plan again succeeds. Throws `Busy` if 16 other uploads
 * of the organization are running, if 16 uploads of the account are running or waiting, or if too many plans of the
 * organization wait for evaluation.
 */
export async function uploadPlan(
  context: Context,
  actor: Actor,
  { id, organization_id: organization }: EvaluationRow,
  source: ByteSource,
): Promise<void> {
  const maxBytes = generalSettings(context)['policy-plan-size-limit'] * mebibyte;
  const plan = await planIntake(context)
    .uploading({ organization, owner: 'id' in actor.identity ? actor.identity.id : '' }, () =>
      packedPlan(context, organization, boundedChunks(source, maxBytes, bodyTooLarge)),
    )
    .catch(refusalAsError);
  await auditedTransaction(context, actor, async (tx) => {
    const evaluation = await lockEvaluation(tx, id);
    const { input_digest, organization_id: organizationId } = evaluation;
    if (input_digest === plan.sha256) return { result: undefined, audit: [] };
    await acceptPlan(tx, context, evaluation, plan);
    const entry = { action: 'policy-evaluation.upload', type: 'policy-evaluations', id, organizationId };
    return { result: undefined, audit: [{ ...entry, after: { sha256: plan.sha256, size: plan.size } }] };
  });
  planIntake(context).signal.notify();
}

/** A compressed plan, ready to be stored. */
export interface PackedPlan {
  /** SHA-256 of the plan in its original encoding, in hex. */
  readonly sha256: string;
  /** Size of the uncompressed plan in UTF-8, in bytes. */
  readonly size: number;
  /** The compressed plan, in UTF-8 without a byte order mark. */
  readonly packed: Buffer;
}

/** Error for a plan that is rejected. The message is a sentence for users. */
export class RefusedPlan extends Error {
  override readonly name = 'RefusedPlan';
  readonly isTooLarge: boolean;

  constructor(message: string, isTooLarge: boolean) {
    super(message);
    this.isTooLarge = isTooLarge;
  }
}

function refusalAsError(error: unknown): never {
  if (!(error instanceof RefusedPlan)) throw error;
  throw error.isTooLarge ? payloadTooLarge(error.message) : invalid({ code: 'malformed', detail: error.message });
}

/**
 * Reads a plan in UTF-8 or UTF-16 and compresses it. Throws `RefusedPlan` if the plan has another encoding or is too
 * large after conversion to UTF-8. Throws `Busy` if too many plans of the organization wait for compression.
 */
export async function packedPlan(
  context: Context,
  organization: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<PackedPlan> {
  await using spooled = await spool(context.config.dataDir, chunks, utf8Pieces).catch((error: unknown) => {
    throw error instanceof NotUtf16 ? new RefusedPlan(`plan: ${error.message}.`, false) : error;
  });
  const { sha256, size } = spooled;
  const maxMebibytes = generalSettings(context)['policy-plan-size-limit'];
  if (size > maxMebibytes * mebibyte) {
    throw new RefusedPlan(`The plan is larger than ${maxMebibytes} MiB in UTF-8.`, true);
  }
  return { sha256, size, packed: await planIntake(context).limited(organization, () => compress(bytesOf(spooled))) };
}

/**
 * Stores the plan of an evaluation that the transaction has locked. The caller must notify `planIntake.signal`
 * afterwards. 422 if the evaluation already has a plan or is not pending; throws `Busy` if too many plans of the
 * organization wait for evaluation.
 */
export async function acceptPlan(
  tx: Transaction,
  context: Context,
  { id, status, input_digest, organization_id: organization }: EvaluationRow,
  { sha256, size, packed }: PackedPlan,
): Promise<void> {
  if (input_digest !== null) throw refused('The evaluation already has another plan');
  if (status !== 'pending') throw refused(`The evaluation is ${status}`);
  const waiting = (await tx.first(waitingEvaluations, { organization }))?.total ?? 0;
  if (waiting >= maxWaiting) throw tooManyWait();
  await storePlan(tx, context, id, packed);
  const span = currentSpan();
  await updateEvaluation(tx, id, {
    input_digest: sha256,
    input_size: size,
    ...(span && { traceparent: span.traceparent() }),
    updated_at: timestamp(context.clock.now()),
  });
}

const refused = (detail: string) => invalid(attributeProblem('status', 'wrong-state', detail));

const tooManyWait = () =>
  new Busy(
    'too many plans of the organization wait',
    `${maxWaiting} plans of the organization are waiting, which is the maximum. Upload this plan again later.`,
  );

/**
 * Returns the stored plan in UTF-8, as pieces that can be iterated over. Each iteration reads the pieces from the
 * database again.
 */
export function storedPlan(context: Context, { id: evaluation, input_size }: EvaluationRow): DocumentInPieces {
  const pieceAt = (position: number) => context.database.first(chunkAt, { evaluation, position });
  return { length: input_size ?? 0, pieces: () => unpackedPieces(context, pieceAt, chunkPlace) };
}

const compressionLevel = 3;

function compress(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const params = { [constants.ZSTD_c_compressionLevel]: compressionLevel };
  return pipeline(bytes, createZstdCompress({ params }), (packed) => buffer(packed));
}

async function storePlan(tx: Transaction, context: Context, evaluation_id: string, packed: Buffer): Promise<void> {
  for (const piece of sealedPieces(context, { id: evaluation_id, packed }, chunkPlace)) {
    await insertChunk(tx, { ...piece, evaluation_id });
  }
}
