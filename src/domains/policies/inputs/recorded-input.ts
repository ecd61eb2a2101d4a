// Records the input of an evaluation if the organization records inputs.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { PackedInput, PlanRefusal } from '../../../effects/plan-reading/reading-child.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import type { Introduction } from '../../../kernel/introduction.ts';
import { sealedPieces } from '../sealed-pieces.ts';
import { deleteInputs, inputChunkPlace, inputDays, insertInput, insertInputChunk, storedInputs } from './store.ts';

const mebibyte = 1_048_576;

/**
 * Maximum size of one recorded input, and maximum number and total size of an organization's recorded inputs. Sizes are
 * compressed sizes in bytes.
 */
export const inputLimits = { inputBytes: 8 * mebibyte, inputs: 1_000, bytes: 256 * mebibyte };

export const day = 86_400_000;

/** Outcome of a policy in the evaluation whose input is recorded. */
export interface RecordedOutcome {
  readonly policy: string;
  readonly policySet: string;
  readonly status: string;
  readonly level: string;
  readonly introduction: Introduction;
  /** Whether all findings of the policy were old. */
  readonly old: boolean;
  /** Number of findings in the policy's output, without old findings. */
  readonly count: number;
}

/** An evaluation and the input that is about to be recorded. */
export interface EvaluatedInput {
  readonly evaluation: {
    readonly id: string;
    readonly organization_id: string;
    readonly workspace_id: string | null;
    readonly input_digest: string | null;
  };
  readonly workspaceName: string | null;
  readonly outcomes: readonly RecordedOutcome[];
  readonly engineVersion: string | null;
  /** Unix time in ms that the policies saw as the current time. */
  readonly evaluatedAt: number;
}

/** An input in which sensitive values are masked. */
export interface MaskedInput extends EvaluatedInput, PackedInput {}

/** Returns the input to record, or a notice that explains why the input cannot be recorded. */
export function maskedInput(
  input: EvaluatedInput,
  result: PackedInput | PlanRefusal,
): MaskedInput | { readonly notice: string } {
  if ('refusal' in result) return { notice: `The input was not recorded, because ${result.refusal}.` };
  if (result.packed.length <= inputLimits.inputBytes) return { ...input, ...result };
  const limit = inputLimits.inputBytes / mebibyte;
  return { notice: `The input was not recorded, because its compressed size is more than ${limit} MiB.` };
}

/** Whether an organization records the inputs of its evaluations. */
export const recordsInputs = async (reader: Pick<Transaction, 'first'>, organization: string): Promise<boolean> =>
  (await daysOf(reader, organization)) !== null;

const daysOf = async (reader: Pick<Transaction, 'first'>, organization: string): Promise<number | null> =>
  (await reader.first(inputDays, { organization }))?.days ?? null;

/**
 * Stores an input if the organization still records inputs. If a limit is exceeded, the organization's oldest inputs
 * are deleted. The caller must hold the lock on the organization. Otherwise, an input could be stored while another
 * transaction deletes all of the organization's inputs.
 */
export async function storeInput(tx: Transaction, context: Context, input: MaskedInput): Promise<void> {
  const { evaluation, packed, ...rest } = input;
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

/** Deletes an organization's oldest inputs until a further input of `size` bytes fits within the limits. */
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
