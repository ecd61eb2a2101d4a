// Size of the outcomes of an organization. It is counted by the day on which they expire, so that a count expires
// with what it counts, and nothing has to be subtracted.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { generalSettings } from '../../instance/index.ts';
import { addOutcomeBytes, type EvaluationRow, outcomeBytes } from './store.ts';

const mebibyte = 1_048_576;

/** Reason why no more output of policies is kept for an organization; undefined while it may have more. */
export async function fullReason(tx: Transaction, context: Context, organization: string): Promise<string | undefined> {
  const max = generalSettings(context)['policy-outcome-storage-limit'];
  const { bytes = 0 } = (await tx.first(outcomeBytes, { organization })) ?? {};
  if (bytes < max * mebibyte) return undefined;
  return `The output is left out: evaluations of the organization keep ${max} MiB, which is the maximum (policy-outcome-storage-limit).`;
}

/** Size in bytes of the values of a row. */
export const storedBytes = (row: object): number =>
  Object.values(row).reduce((total, value) => total + Buffer.byteLength(String(value ?? '')), 0);

type Owner = Pick<EvaluationRow, 'organization_id' | 'expires_at'>;

/**
 * Counts bytes that an evaluation keeps from now on until it expires. What it keeps less than before stays counted: it may be
 * of a time, or of a program, that did not count.
 */
export async function countOutcomeBytes(
  tx: Transaction,
  { organization_id, expires_at }: Owner,
  bytes: number,
): Promise<void> {
  const day = expires_at.slice(0, 'yyyy-mm-dd'.length);
  const id = `${organization_id}.${day}`;
  await addOutcomeBytes(tx, { id, organization_id, bytes: Math.max(0, bytes), expires_at: `${day}T23:59:59.999Z` });
}
