// Counts the stored size of an organization's outcomes. There is one count for each day on which outcomes expire. A
// count expires together with its outcomes, so sizes never have to be subtracted.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { generalSettings } from '../../instance/index.ts';
import { addOutcomeBytes, type EvaluationRow, outcomeBytes } from './store.ts';

const mebibyte = 1_048_576;

/**
 * Returns the reason why no more policy output is stored for an organization; undefined if the organization is below
 * its limit.
 */
export async function fullReason(tx: Transaction, context: Context, organization: string): Promise<string | undefined> {
  const max = generalSettings(context)['policy-outcome-storage-limit'];
  const { bytes = 0 } = (await tx.first(outcomeBytes, { organization })) ?? {};
  if (bytes < max * mebibyte) return undefined;
  return `The output was left out, because the organization has reached its storage limit for outcomes of ${max} MiB (policy-outcome-storage-limit).`;
}

/** Returns the total size of the values in a row in bytes. */
export const storedBytes = (row: object): number =>
  Object.values(row).reduce((total, value) => total + Buffer.byteLength(String(value ?? '')), 0);

type Owner = Pick<EvaluationRow, 'organization_id' | 'expires_at'>;

/**
 * Adds `bytes` to the counted size for the day on which the evaluation expires. A negative number is ignored, because
 * the previous size may not have been counted, for example by an older release.
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
