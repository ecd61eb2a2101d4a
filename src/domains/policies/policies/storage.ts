// Counts the number and the total size of each organization's policy revisions. Each transaction that changes policy
// code also updates these counts.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { invalid } from '../../../jsonapi/errors.ts';
import { generalSettings } from '../../instance/index.ts';
import { changeStorage, type Stored, storageOf, storageOfPolicyForUpdate, storageOfSet } from './storage-store.ts';

const mebibyte = 1_048_576;

/** Updates the counts for one more revision. 422 if the counts then exceed the limits in the settings. */
export const countRevision = (tx: Transaction, context: Context, organization: string, size: number): Promise<void> =>
  countStored(tx, context, organization, { revisions: 1, bytes: size });

/**
 * Updates the counts for bytes that do not belong to a revision, such as Rego tests. 422 if the counts then exceed the
 * limits in the settings.
 */
export const countBytes = (tx: Transaction, context: Context, organization: string, bytes: number): Promise<void> =>
  countStored(tx, context, organization, { revisions: 0, bytes });

async function countStored(tx: Transaction, context: Context, organization: string, by: Stored): Promise<void> {
  await changeStorage(tx, organization, by);
  if (by.revisions + by.bytes <= 0) return;
  const { revisions = 0, bytes = 0 } = (await tx.first(storageOf, { organization })) ?? {};
  const settings = generalSettings(context);
  const [maxRevisions, maxMebibytes] = [settings['policy-revision-limit'], settings['policy-storage-limit']];
  if (revisions > maxRevisions) throw full(`${maxRevisions} revisions`, 'policy-revision-limit');
  if (bytes > maxMebibytes * mebibyte) throw full(`${maxMebibytes} MiB`, 'policy-storage-limit');
}

const full = (what: string, setting: string) =>
  invalid({
    code: 'limit-reached',
    detail: `The organization can have at most ${what} of code (${setting}). Delete policies, or let data retention delete old revisions.`,
  });

/** Updates the counts before a policy is deleted with its revisions and tests. */
export async function discountPolicy(
  tx: Transaction,
  organization: string,
  { id, tests_size }: { readonly id: string; readonly tests_size: number | null },
): Promise<void> {
  const { revisions = 0, bytes = 0 } = (await tx.first(storageOfPolicyForUpdate, { policy: id })) ?? {};
  const all = bytes + (tests_size ?? 0);
  if (revisions > 0 || all > 0) await changeStorage(tx, organization, { revisions: -revisions, bytes: -all });
}

/** Updates the counts before a policy set is deleted with its archives. */
export async function discountArchives(tx: Transaction, organization: string, policySet: string): Promise<void> {
  const { revisions = 0, bytes = 0 } = (await tx.first(storageOfSet, { policySet })) ?? {};
  if (revisions > 0) await changeStorage(tx, organization, { revisions: -revisions, bytes: -bytes });
}

/** A revision that is about to be deleted. */
interface Discounted {
  readonly organization_id: string;
  readonly size: number;
}

/**
 * Updates the counts for deleted revisions. The organizations are processed in a fixed order, so that transactions
 * cannot deadlock.
 */
export async function discountRevisions(tx: Transaction, deleted: readonly Discounted[]): Promise<void> {
  const byOrganization = Map.groupBy(deleted, ({ organization_id }) => organization_id);
  for (const [organization, some] of [...byOrganization].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const bytes = some.reduce((sum, { size }) => sum + size, 0);
    await changeStorage(tx, organization, { revisions: -some.length, bytes: -bytes });
  }
}
