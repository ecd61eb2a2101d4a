// Remembers what a plan was evaluated with, where the organization wants that.
import { buffer } from 'node:stream/consumers';
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { DocumentInPieces } from '../../../effects/policy-engine/frames.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import { sealedPieces } from '../sealed-pieces.ts';
import { planMasker } from '../services.ts';
import { deleteInputs, inputChunkPlace, inputDays, insertInput, insertInputChunk, storedInputs } from './store.ts';

const mebibyte = 1_048_576;

/** Maximum size of one input, and maximum number and total size of the inputs of an organization; sizes in bytes, compressed. */
export const inputLimits = { inputBytes: 8 * mebibyte, inputs: 1_000, bytes: 256 * mebibyte };

export const day = 86_400_000;

/** Outcome of a policy in an evaluation. */
export interface RecordedOutcome {
  readonly policy: string;
  readonly policySet: string;
  readonly status: string;
  readonly level: string;
  readonly shadow: boolean;
  /** Number of members of the result. */
  readonly count: number;
}

/** An evaluation that is about to be stored, with what it read. */
export interface EvaluatedInput {
  readonly evaluation: {
    readonly id: string;
    readonly organization_id: string;
    readonly workspace_id: string | null;
    readonly input_digest: string | null;
  };
  readonly workspaceName: string | null;
  readonly plan: DocumentInPieces;
  readonly run: Uint8Array;
  readonly outcomes: readonly RecordedOutcome[];
  readonly engineVersion: string | null;
  /** The time that policies saw, in milliseconds. */
  readonly evaluatedAt: number;
}

/** An input without what is sensitive. */
export interface MaskedInput extends EvaluatedInput {
  readonly packed: Uint8Array;
  readonly size: number;
  readonly masked: number;
}

/** Masks an input; undefined where the organization records none, and the reason as a notice where it cannot be. */
export async function maskedInput(
  context: Context,
  input: EvaluatedInput,
): Promise<MaskedInput | { readonly notice: string } | undefined> {
  const { database, log } = context;
  if ((await daysOf(database, input.evaluation.organization_id)) === null) return undefined;
  const { run } = input;
  const plan = await buffer(input.plan.pieces());
  const result = await planMasker(context)({ plan, run }).catch((error: unknown) => {
    // The evaluation is worth more than its input.
    log.error({ error }, 'an input was not masked');
    return { refusal: 'there is something that the service could not read' };
  });
  if ('refusal' in result) return { notice: `The input is not recorded: in the plan, ${result.refusal}.` };
  const { packed, size, masked } = result;
  if (packed.length <= inputLimits.inputBytes) return { ...input, packed, size, masked };
  const limit = inputLimits.inputBytes / mebibyte;
  return { notice: `The input is not recorded: compressed it takes more than ${limit} MiB.` };
}

const daysOf = async (reader: Pick<Transaction, 'first'>, organization: string): Promise<number | null> =>
  (await reader.first(inputDays, { organization }))?.days ?? null;

/**
 * Stores an input, unless the organization records none any more. The oldest ones leave where there are more than the
 * limits allow. The organization must be locked, so that none is stored while another transaction deletes them all.
 */
export async function storeInput(tx: Transaction, context: Context, input: MaskedInput): Promise<void> {
  const { evaluation, packed, plan: _plan, run: _run, ...rest } = input;
  const organization = evaluation.organization_id;
  const days = await daysOf(tx, organization);
  if (days === null) return;
  await makeSpace(tx, organization, packed.length);
  const [id, now] = [newId('polin'), context.clock.now()];
  await insertInput(tx, {
    id,
    organization_id: organization,
    evaluation_id: evaluation.id,
    workspace_id: evaluation.workspace_id,
    workspace_name: rest.workspaceName,
    digest: evaluation.input_digest ?? '',
    size: rest.size,
    stored_size: packed.length,
    masked: rest.masked,
    outcomes: JSON.stringify(rest.outcomes),
    engine_version: rest.engineVersion,
    evaluated_at: timestamp(rest.evaluatedAt),
    created_at: timestamp(now),
    expires_at: timestamp(now + days * day),
  });
  for (const piece of sealedPieces(context, { id, packed }, inputChunkPlace)) {
    await insertInputChunk(tx, { ...piece, input_id: id });
  }
}

/** Deletes the oldest inputs until one more is within the limits. */
async function makeSpace(tx: Transaction, organization: string, size: number): Promise<void> {
  const stored = await tx.rows(storedInputs, { organization });
  let [count, bytes] = [stored.length + 1, size + stored.reduce((sum, { stored_size }) => sum + stored_size, 0)];
  const leaving: string[] = [];
  for (const { id, stored_size } of stored) {
    if (count <= inputLimits.inputs && bytes <= inputLimits.bytes) break;
    leaving.push(id);
    count -= 1;
    bytes -= stored_size;
  }
  await deleteInputs(tx, leaving);
}
